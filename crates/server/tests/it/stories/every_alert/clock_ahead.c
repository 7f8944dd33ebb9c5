/* A machine's clock that is 20 seconds ahead, for one process (loaded with LD_PRELOAD). */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t which, struct timespec *at) {
    int done = (int)syscall(SYS_clock_gettime, which, at);
    if (done == 0 && which == CLOCK_REALTIME) at->tv_sec += 20;
    return done;
}
