//! The console that a Windows program without one of its own was started from, and the message where
//! there is none.

use std::ptr;

use windows_sys::Win32::{
    Foundation::HANDLE,
    Storage::FileSystem::{FILE_TYPE_UNKNOWN, GetFileType},
    System::Console::{
        ATTACH_PARENT_PROCESS, AttachConsole, FreeConsole, GetStdHandle, STD_ERROR_HANDLE,
        STD_HANDLE, STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle,
    },
    UI::WindowsAndMessaging::{MB_ICONERROR, MB_OK, MessageBoxW},
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
        // Without a redirection a handle may be a number that means nothing in this process.
        let redirected: [Option<HANDLE>; 3] = STREAMS.map(|stream| {
            let handle = GetStdHandle(stream);
            (GetFileType(handle) != FILE_TYPE_UNKNOWN).then_some(handle)
        });
        // Without a console there is nothing to connect to; that is no error.
        if AttachConsole(ATTACH_PARENT_PROCESS) == 0 {
            return;
        }
        for (stream, handle) in STREAMS.into_iter().zip(redirected) {
            if let Some(handle) = handle {
                SetStdHandle(stream, handle);
            }
        }
    }
}

/// Leaves the console again, before the window opens: Ctrl+C there, or closing the console, would
/// end the window, too.
#[expect(unsafe_code, reason = "the functions of the system are unsafe; this one takes nothing")]
pub fn leave() {
    // SAFETY: nothing is passed. Without a console the call fails and changes nothing.
    unsafe {
        FreeConsole();
    }
}

/// Shows an error in a box if the program has no standard error, as after a double click.
#[expect(unsafe_code, reason = "the functions of the system are unsafe")]
pub(crate) fn tell_without_console(name: &str, error: &str) {
    let wide = |text: &str| -> Vec<u16> { text.encode_utf16().chain([0]).collect() };
    let (title, text) = (wide(name), wide(error));
    // SAFETY: both texts end with a zero and live longer than the call, which waits for the user.
    unsafe {
        if GetFileType(GetStdHandle(STD_ERROR_HANDLE)) == FILE_TYPE_UNKNOWN {
            MessageBoxW(ptr::null_mut(), text.as_ptr(), title.as_ptr(), MB_OK | MB_ICONERROR);
        }
    }
}
