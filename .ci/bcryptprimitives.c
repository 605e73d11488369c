// bcryptprimitives.dll for a Wine that lacks it, as Debian 12's does: the one function of it that
// Rust's standard library calls, on top of the function that Wine has. For tests only.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return SystemFunction036(data, (ULONG)length);
}
