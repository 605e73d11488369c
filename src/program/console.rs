//! The console that a Windows program without one of its own was started from.

use windows_sys::Win32::{
    Foundation::{HANDLE, INVALID_HANDLE_VALUE},
    System::Console::{
        ATTACH_PARENT_PROCESS, AttachConsole, GetStdHandle, STD_ERROR_HANDLE, STD_HANDLE,
        STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle,
    },
};

const STREAMS: [STD_HANDLE; 3] = [STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE];

/// Connects the standard streams to the console of the process that started this one, if it has one.
/// Streams that lead to a file or another program stay as they are.
///
/// The program belongs to the window subsystem, because a console program started by a double click
/// gets a console window.
#[expect(unsafe_code, reason = "the functions of the system are unsafe; each takes plain values")]
pub fn attach_to_parent() {
    // SAFETY: the calls take and return values and no pointers to memory of this program.
    unsafe {
        let redirected: [HANDLE; 3] = STREAMS.map(|stream| GetStdHandle(stream));
        // Without a console there is nothing to connect to; that is no error.
        if AttachConsole(ATTACH_PARENT_PROCESS) == 0 {
            return;
        }
        for (stream, handle) in STREAMS.into_iter().zip(redirected) {
            if !handle.is_null() && handle != INVALID_HANDLE_VALUE {
                SetStdHandle(stream, handle);
            }
        }
    }
}
