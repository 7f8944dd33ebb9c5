/* A disk that refuses, for one folder of one process (loaded with LD_PRELOAD): every write, sync and change
 * of length of a file in SALAL_FAULT_FOLDER fails as the word in the file SALAL_FAULT_WORD says:
 *   full      no room (ENOSPC), except what the reserve file gave back when it was removed
 *   failing   an I/O error (EIO)
 *   syncing   only fsync and fdatasync fail (EIO)
 *   readonly  a file system mounted read-only (EROFS)
 * No word, no fault. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int names(const char *what, const char *word) { return strncmp(what, word, strlen(word)) == 0; }

/* The errno with which an operation on `fd` fails now, or 0. */
static int fault(int fd, int syncs) {
    const char *folder = getenv("SALAL_FAULT_FOLDER"), *file = getenv("SALAL_FAULT_WORD");
    char link[64], path[PATH_MAX], word[32] = "", reserve[PATH_MAX];
    struct stat there;
    int control;
    ssize_t length;
    if (!folder || !file) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) != 0) return 0;
    control = open(file, O_RDONLY | O_CLOEXEC);
    if (control < 0) return 0;
    length = read(control, word, sizeof word - 1);
    close(control);
    if (length <= 0) return 0;
    word[length] = 0;
    if (names(word, "readonly")) return EROFS;
    if (names(word, "failing")) return EIO;
    if (names(word, "syncing")) return syncs ? EIO : 0;
    if (!names(word, "full") || syncs) return 0;
    if (strstr(path, ".reserve")) return ENOSPC;
    snprintf(reserve, sizeof reserve, "%s/salal.db.reserve", folder);
    return stat(reserve, &there) == 0 ? ENOSPC : 0;
}

#define OR_FAIL(fd, syncs) do { int why = fault(fd, syncs); if (why) { errno = why; return -1; } } while (0)
#define REAL(type, name, ...) type (*real)(__VA_ARGS__) = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *from, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    OR_FAIL(fd, 0);
    return real(fd, from, count);
}
ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    OR_FAIL(fd, 0);
    return real(fd, from, count, at);
}
ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    OR_FAIL(fd, 0);
    return real(fd, from, count, at);
}
int ftruncate(int fd, off_t length) {
    REAL(int, "ftruncate", int, off_t);
    OR_FAIL(fd, 0);
    return real(fd, length);
}
int ftruncate64(int fd, off64_t length) {
    REAL(int, "ftruncate64", int, off64_t);
    OR_FAIL(fd, 0);
    return real(fd, length);
}
int fsync(int fd) {
    REAL(int, "fsync", int);
    OR_FAIL(fd, 1);
    return real(fd);
}
int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    OR_FAIL(fd, 1);
    return real(fd);
}
