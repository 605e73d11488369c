//! The course's text form: `20 W` and the ranks, `.` for an empty square.
