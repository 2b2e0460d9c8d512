// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/sql/temporary_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <sqlite3.h>
#include <string>
#include <utility>

namespace importers::sql {

struct TemporaryFiles::Vfs {
    sqlite3_vfs vfs{};
    sqlite3_vfs* usual = nullptr;
    std::string name;
    std::uint64_t most = 0, bytes = 0;
    bool exceeded = false;
};

namespace {

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
        f.size = size;
    }
    static int close(sqlite3_file* f) {
        resize(of(f), 0);
        return real(f)->pMethods->xClose(real(f));
    }
    static int read(sqlite3_file* f, void* to, int n, sqlite3_int64 at) { return real(f)->pMethods->xRead(real(f), to, n, at); }
    static int write(sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
        File<Vfs>& file = of(f);
        const sqlite3_int64 size = std::max(file.size, at + n);
        if (file.vfs->bytes + static_cast<std::uint64_t>(size - file.size) > file.vfs->most) {
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
        static const sqlite3_io_methods methods{1, close, read, write, truncate, sync, fileSize, lock, unlock, checkLock, control, sectorSize, characteristics,
                                                nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
        f->pMethods = nullptr;
        if (path) return SQLITE_CANTOPEN;  // there is no file that has a name
        auto& vfs = *static_cast<Vfs*>(v->pAppData);
        auto* file = static_cast<File<Vfs>*>(f);
        file->vfs = &vfs;
        file->size = 0;
        const int code = vfs.usual->xOpen(vfs.usual, path, file->real(), flags, outFlags);
        // One that could not be opened may want to be closed all the same: that is the caller's business only where it has methods.
        if (code == SQLITE_OK) f->pMethods = &methods;
        else if (file->real()->pMethods) file->real()->pMethods->xClose(file->real());
        return code;
    }
};

}  // namespace

TemporaryFiles::TemporaryFiles(std::uint64_t mostBytes) : m_vfs(std::make_unique<Vfs>()) {
    Vfs& v = *m_vfs;
    sqlite3_initialize();
    v.usual = sqlite3_vfs_find(nullptr);
    if (!v.usual) throw std::bad_alloc();
    v.most = mostBytes;
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
bool TemporaryFiles::takeExceeded() { return std::exchange(m_vfs->exceeded, false); }

}  // namespace importers::sql
