// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/temporary_files.h"

#include <sys/statvfs.h>

#include <fmt/format.h>
#include <sqlite3.h>
#include <algorithm>
#include <filesystem>
#include <new>
#include <string>
#include <utility>

namespace importers::sql {

struct TemporaryFiles::Vfs {
    sqlite3_vfs vfs{};
    sqlite3_vfs* usual = nullptr;
    std::string name;
    const std::stop_token* stop = nullptr;
    std::uint64_t most = 0, bytes = 0;
    std::uint64_t nextLook = 0;  ///< at how many bytes it is looked how much is free
    bool exceeded = false;
};

namespace {

constexpr std::uint64_t kBytesBetweenLooks = 16 << 20;

/// What is free where a file of SQLite's usual kind lies, in bytes; UINT64_MAX where that cannot be found.
std::uint64_t freeBeside(sqlite3_file* file) {
    char* name = nullptr;  // of another temporary file, which would lie in the same folder
    struct statvfs found {};
    const bool known = file->pMethods->xFileControl(file, SQLITE_FCNTL_TEMPFILENAME, &name) == SQLITE_OK && name &&
                       ::statvfs(std::filesystem::path(name).parent_path().c_str(), &found) == 0;
    sqlite3_free(name);
    return known ? std::uint64_t{found.f_bavail} * found.f_frsize : UINT64_MAX;
}

/// Ours; the file of the usual kind lies behind it in memory.
template <class Vfs>
struct File : sqlite3_file {
    Vfs* vfs;
    sqlite3_int64 size;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

template <class Vfs>
struct Methods {
    static File<Vfs>& of(sqlite3_file* f) { return *static_cast<File<Vfs>*>(f); }
    static sqlite3_file* real(sqlite3_file* f) { return of(f).real(); }

    static void resize(File<Vfs>& f, sqlite3_int64 size) {
        f.vfs->bytes += static_cast<std::uint64_t>(size - f.size);  // may wrap on its way, the sum does not
        if (size < f.size) f.vfs->nextLook = f.vfs->bytes + kBytesBetweenLooks;
        f.size = size;
    }
    static int close(sqlite3_file* f) {
        resize(of(f), 0);
        return real(f)->pMethods->xClose(real(f));
    }
    /// Whether all files together may have so many bytes.
    static bool mayHave(File<Vfs>& f, std::uint64_t bytes) {
        Vfs& v = *f.vfs;
        if (bytes > v.most) return false;
        if (bytes < v.nextLook) return true;
        v.nextLook = bytes + kBytesBetweenLooks;
        return v.bytes <= freeBeside(f.real());
    }
    static int read(sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
        if (of(f).vfs->stop->stop_requested()) return SQLITE_INTERRUPT;
        return real(f)->pMethods->xRead(real(f), to, n, at);
    }
    static int write(sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
        File<Vfs>& file = of(f);
        if (file.vfs->stop->stop_requested()) return SQLITE_INTERRUPT;
        const sqlite3_int64 size = std::max(file.size, at + n);
        if (size > file.size && !mayHave(file, file.vfs->bytes + static_cast<std::uint64_t>(size - file.size))) {
            file.vfs->exceeded = true;
            return SQLITE_FULL;
        }
        resize(file, size);
        return file.real()->pMethods->xWrite(file.real(), from, n, at);
    }
    static int truncate(sqlite3_file* f, sqlite3_int64 size) {
        const int code = real(f)->pMethods->xTruncate(real(f), size);
        if (code == SQLITE_OK) resize(of(f), size);
        return code;
    }
    static int sync(sqlite3_file* f, int flags) { return real(f)->pMethods->xSync(real(f), flags); }
    static int fileSize(sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); }
    static int lock(sqlite3_file* f, int level) { return real(f)->pMethods->xLock(real(f), level); }
    static int unlock(sqlite3_file* f, int level) { return real(f)->pMethods->xUnlock(real(f), level); }
    static int checkLock(sqlite3_file* f, int* out) { return real(f)->pMethods->xCheckReservedLock(real(f), out); }
    /// Hints only, for files of this kind; some would make the file grow.
    static int control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
    static int sectorSize(sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); }
    static int characteristics(sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }

    static int open(sqlite3_vfs* v, sqlite3_filename path, sqlite3_file* f, int flags, int* outFlags) {
        static const sqlite3_io_methods methods{
            1,       close,     read,    write,      truncate,        sync,    fileSize, lock,
            unlock,  checkLock, control, sectorSize, characteristics, nullptr, nullptr,  nullptr,
            nullptr, nullptr,   nullptr};
        f->pMethods = nullptr;
        if (path) return SQLITE_CANTOPEN;  // there is no file that has a name
        auto& vfs = *static_cast<Vfs*>(v->pAppData);
        auto* file = static_cast<File<Vfs>*>(f);
        file->vfs = &vfs;
        file->size = 0;
        const int code = vfs.usual->xOpen(vfs.usual, path, file->real(), flags, outFlags);
        // One that could not be opened may want to be closed all the same: that is the caller's business only where it
        // has methods.
        if (code == SQLITE_OK) f->pMethods = &methods;
        else if (file->real()->pMethods) file->real()->pMethods->xClose(file->real());
        return code;
    }
};

}  // namespace

TemporaryFiles::TemporaryFiles(std::uint64_t mostBytes, const std::stop_token& stop) : m_vfs(std::make_unique<Vfs>()) {
    Vfs& v = *m_vfs;
    sqlite3_initialize();
    v.usual = sqlite3_vfs_find(nullptr);
    if (!v.usual) throw std::bad_alloc();
    v.most = mostBytes;
    v.nextLook = kBytesBetweenLooks;
    v.stop = &stop;
    v.name = fmt::format("sightline-{}", static_cast<const void*>(&v));
    v.vfs = *v.usual;
    v.vfs.pNext = nullptr;
    v.vfs.zName = v.name.c_str();
    v.vfs.pAppData = &v;
    v.vfs.szOsFile = static_cast<int>(sizeof(File<Vfs>)) + v.usual->szOsFile;
    v.vfs.xOpen = Methods<Vfs>::open;
    if (sqlite3_vfs_register(&v.vfs, 0) != SQLITE_OK) throw std::bad_alloc();
}

TemporaryFiles::~TemporaryFiles() { sqlite3_vfs_unregister(&m_vfs->vfs); }

const char* TemporaryFiles::vfs() const { return m_vfs->name.c_str(); }
std::uint64_t TemporaryFiles::bytes() const { return m_vfs->bytes; }
bool TemporaryFiles::readExceeded() { return std::exchange(m_vfs->exceeded, false); }

}  // namespace importers::sql
