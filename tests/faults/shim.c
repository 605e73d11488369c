/* Makes system calls of one program fail, or kills the program at one of them.
 *
 * tests/faults/shim.rs and .ci/faults compile this file and load it with LD_PRELOAD. Some libraries
 * enter the kernel without the C library, so replacing the C library's functions would miss calls. A seccomp
 * filter turns the chosen calls into signals instead; the handler refuses a call or carries it out.
 * Only calls on files below MINNOW_FAULT_FOLDER count.
 *
 * The file MINNOW_FAULT_PLAN is read at each call, so that a test can change it while the program runs.
 * A line has three words: the call, its number since the plan was written or 0 for all, and an errno
 * value or `kill`:
 *
 *     write 0 28        every write fails: the disk is full
 *     any 17 kill       the program is killed at the 17th call, in the middle if that is a write
 *     thread 0 11       no thread starts from now on
 *     clock 0 -172800   the calendar is two days behind
 *
 * With MINNOW_FAULT_LOG, a line is added to that file for each call that counts.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define PLAN_BYTES 512
#define KILL 100000

enum { OPEN, WRITE, SYNC, RENAME, REMOVE, KINDS };
static const char *const kinds[] = {"open", "write", "sync", "rename", "remove"};

static const char *folder, *plan_path, *log_path;
/* The plan's inode, and the calls since it was written. */
static atomic_ulong plan;
static atomic_long calls, calls_of[KINDS];

/* Carries a system call out. The filter lets calls from this address pass. */
long shim_call(long number, long a, long b, long c, long d, long e, long f);
extern const char shim_call_end[];
__asm__(".text\n"
        "shim_call:\n"
        "mov %rdi, %rax\n"
        "mov %rsi, %rdi\n"
        "mov %rdx, %rsi\n"
        "mov %rcx, %rdx\n"
        "mov %r8, %r10\n"
        "mov %r9, %r8\n"
        "mov 8(%rsp), %r9\n"
        "syscall\n"
        "shim_call_end:\n"
        "ret\n");

#define CALL(number, a, b, c) shim_call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)

/* Reads the plan, at most a few lines. A new plan starts the counts again. */
static void read_plan(char text[PLAN_BYTES]) {
    struct stat file;
    long length = 0, fd = CALL(SYS_open, plan_path, O_RDONLY | O_CLOEXEC, 0);
    if (fd >= 0) {
        if (CALL(SYS_fstat, fd, &file, 0) == 0 && atomic_exchange(&plan, file.st_ino) != file.st_ino) {
            atomic_store(&calls, 0);
            for (int kind = 0; kind < KINDS; kind++) atomic_store(&calls_of[kind], 0);
        }
        length = CALL(SYS_read, fd, text, PLAN_BYTES - 1);
        CALL(SYS_close, fd, 0, 0);
    }
    text[length > 0 ? length : 0] = 0;
}

/* What the plan says of a call: 0, an errno value, a difference in seconds, or KILL. */
static long planned(const char *text, const char *kind, long number, long number_of_all) {
    char call[16], how[16];
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        long when;
        if (sscanf(line, "%15s %ld %15s", call, &when, how) != 3) continue;
        int is_any = strcmp(call, "any") == 0;
        if (!is_any && strcmp(call, kind) != 0) continue;
        if (when != 0 && when != (is_any ? number_of_all : number)) continue;
        return strcmp(how, "kill") == 0 ? KILL : atol(how);
    }
    return 0;
}

static int is_inside(const char *path) {
    return strncmp(path, folder, strlen(folder)) == 0;
}

static int is_open_inside(long fd) {
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%ld", fd);
    long length = CALL(SYS_readlink, link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_inside(path);
}

/* The kind of a call if it counts, else -1. */
static int kind_of(long number, const long *arg) {
    switch (number) {
    case SYS_mkdir: return is_inside((const char *)arg[0]) ? OPEN : -1;
    case SYS_open: return is_inside((const char *)arg[0]) ? OPEN : -1;
    case SYS_openat: return is_inside((const char *)arg[1]) ? OPEN : -1;
    case SYS_write: case SYS_pwrite64: case SYS_writev: case SYS_ftruncate:
        return is_open_inside(arg[0]) ? WRITE : -1;
    case SYS_copy_file_range: return is_open_inside(arg[2]) ? WRITE : -1;
    case SYS_sendfile: return is_open_inside(arg[0]) ? WRITE : -1;
    case SYS_fsync: case SYS_fdatasync: return is_open_inside(arg[0]) ? SYNC : -1;
    case SYS_rename: case SYS_link: return is_inside((const char *)arg[1]) ? RENAME : -1;
    case SYS_renameat: case SYS_renameat2: case SYS_linkat:
        return is_inside((const char *)arg[3]) ? RENAME : -1;
    case SYS_unlink: return is_inside((const char *)arg[0]) ? REMOVE : -1;
    case SYS_unlinkat: return is_inside((const char *)arg[1]) ? REMOVE : -1;
    default: return -1;
    }
}

static void note(int kind, long number_of_all, long fault) {
    char line[64];
    if (!log_path) return;
    long fd = CALL(SYS_open, log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    int length = snprintf(line, sizeof line, "%ld %s %ld\n", number_of_all, kinds[kind], fault);
    if (fd >= 0) CALL(SYS_write, fd, line, length);
    if (fd >= 0) CALL(SYS_close, fd, 0, 0);
}

static void on_call(int signal, siginfo_t *info, void *context) {
    (void)signal;
    greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
    long arg[] = {reg[REG_RDI], reg[REG_RSI], reg[REG_RDX], reg[REG_R10], reg[REG_R8], reg[REG_R9]};
    long fault = 0, number = info->si_syscall;
    int kind = kind_of(number, arg);
    if (kind >= 0) {
        char text[PLAN_BYTES];
        read_plan(text);
        long of_all = atomic_fetch_add(&calls, 1) + 1;
        fault = planned(text, kinds[kind], atomic_fetch_add(&calls_of[kind], 1) + 1, of_all);
        note(kind, of_all, fault);
    }
    if (fault == KILL) {
        if (number == SYS_write) CALL(SYS_write, arg[0], arg[1], arg[2] / 2);
        CALL(SYS_kill, CALL(SYS_getpid, 0, 0, 0), SIGKILL, 0);
    }
    reg[REG_RAX] =
        fault ? -fault : shim_call(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}

#define LOAD_AT(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define LOAD(field) LOAD_AT(offsetof(struct seccomp_data, field))
#define PASS BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define TRAP BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP)
#define IF_EQUAL(value, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (otherwise))
/* Traps a call by its number. */
#define ON(number) IF_EQUAL(number, 1), TRAP
/* Traps a call if an argument has one of these bits. */
#define ON_BITS(number, field, bits)                                                               \
    IF_EQUAL(number, 4), LOAD(field), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), TRAP, PASS

static void install_filter(void) {
    unsigned long own = (unsigned long)shim_call_end;
    struct sock_filter filter[] = {
        LOAD(arch), IF_EQUAL(AUDIT_ARCH_X86_64, 4),
        LOAD(instruction_pointer), IF_EQUAL((unsigned)own, 3),
        LOAD_AT(offsetof(struct seccomp_data, instruction_pointer) + 4), IF_EQUAL((unsigned)(own >> 32), 1),
        PASS,
        LOAD(nr),
        ON_BITS(SYS_openat, args[2], O_WRONLY | O_RDWR | O_CREAT),
        ON_BITS(SYS_open, args[1], O_WRONLY | O_RDWR | O_CREAT),
        ON(SYS_mkdir), ON(SYS_write), ON(SYS_pwrite64), ON(SYS_writev), ON(SYS_ftruncate),
        ON(SYS_copy_file_range), ON(SYS_sendfile), ON(SYS_fsync), ON(SYS_fdatasync),
        ON(SYS_rename), ON(SYS_renameat), ON(SYS_renameat2), ON(SYS_link), ON(SYS_linkat),
        ON(SYS_unlink), ON(SYS_unlinkat),
        PASS,
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        perror("fault shim: the system refuses the filter");
        abort();
    }
}

__attribute__((constructor)) static void start(void) {
    folder = getenv("MINNOW_FAULT_FOLDER");
    plan_path = getenv("MINNOW_FAULT_PLAN");
    log_path = getenv("MINNOW_FAULT_LOG");
    if (!folder || !plan_path) return;
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGSYS, &action, NULL);
    install_filter();
}

/* What the plan says of something that is not counted. */
static long planned_always(const char *kind) {
    char text[PLAN_BYTES];
    if (!plan_path) return 0;
    read_plan(text);
    return planned(text, kind, 0, 0);
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*body)(void *), void *of) {
    create_function *next = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
    long fault = planned_always("thread");
    return fault ? (int)fault : next(thread, attr, body, of);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    long status = CALL(SYS_clock_gettime, clock, time, 0);
    if (status < 0) {
        errno = (int)-status;
        return -1;
    }
    if (clock == CLOCK_REALTIME) time->tv_sec += planned_always("clock");
    return 0;
}
