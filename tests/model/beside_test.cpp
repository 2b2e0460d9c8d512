// SPDX-License-Identifier: GPL-3.0-or-later
// Files that Sightline finds by itself: what it opens, what it replaces, and what it leaves behind. Somebody else may
// have put them there.
#include "model/rep/beside.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <csignal>

#include "model/rep/rep_output.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/other_account.h"
#include "tests/kit/scratch_file.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using model::ErrorCode;

model::Folder opened(const Folder& folder) { return std::move(*model::Folder::open(folder / "")); }

std::vector<std::string> namesIn(const Folder& folder) {
    std::vector<std::string> out = opened(folder).names();
    std::sort(out.begin(), out.end());
    return out;
}

ErrorCode whyNotRead(const Folder& folder, const std::string& name) {
    const auto read = opened(folder).read(name, 1 << 20);
    return read ? ErrorCode::Count : read.error().code;
}

std::span<const std::uint8_t> bytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// A process that does something, then says so and sleeps until a signal ends it. What is left when it has ended by
/// that signal.
std::vector<std::string> leftBy(const Folder& folder, int signal, const std::function<bool()>& what) {
    int said[2];
    CHECK(::pipe2(said, O_CLOEXEC) == 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
        if (!what() || ::write(said[1], "x", 1) != 1) ::_exit(1);
        for (;;) ::pause();
    }
    ::close(said[1]);
    char c = 0;
    CHECK_EQ(::read(said[0], &c, 1), 1);
    ::close(said[0]);
    ::kill(pid, signal);
    int status = 0;
    ::waitpid(pid, &status, 0);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == signal);
    return namesIn(folder);
}

bool hasNamelessFiles(const Folder& folder) {
    const model::Handle file(::open((folder / "").c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600));
    return file.valid();
}

}  // namespace

TEST("Beside a report only regular files are read, and nothing is waited for") {
    const Folder folder;
    folder.write("file", "content");
    fs::create_symlink(folder / "file", folder / "link");
    fs::create_symlink("/dev/zero", folder / "endless");
    fs::create_directory(folder / "folder");
    CHECK_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    CHECK_EQ(opened(folder).read("file", 7).value_or(""), std::string("content"));
    for (const char* name : {"link", "endless", "folder", "pipe"}) {
        CHECK(whyNotRead(folder, name) == ErrorCode::NotAFile);
        CHECK(!opened(folder).holds(name));
    }
    CHECK(whyNotRead(folder, "none") == ErrorCode::CannotOpen);
    CHECK_EQ(model::english(opened(folder).read("file", 6).error().detail), std::string("7 bytes"));
}

TEST("What a person names may be a link, but a pipe is not waited for") {
    const Folder folder;
    folder.write("file", "content");
    fs::create_symlink(folder / "file", folder / "link");
    CHECK_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    CHECK_EQ(model::openNamed(folder / "link")->bytes, 7u);
    CHECK(model::openNamed(folder / "pipe").error().code == ErrorCode::NotAFile);
    CHECK(model::openNamed("/dev/zero").error().code == ErrorCode::NotAFile);
    CHECK(model::openNamed(folder / "").error().code == ErrorCode::NotAFile);
}

TEST("A file that is written beside a report replaces a file as a whole, and nothing else") {
    const Folder folder;
    folder.write("target", "precious");
    folder.write("file", "before");
    fs::create_hard_link(folder / "file", folder / "other name");
    fs::create_symlink(folder / "target", folder / "link");
    fs::create_symlink(folder / "nowhere", folder / "dangling");
    CHECK_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const model::Folder f = opened(folder);
    CHECK(f.replace("file", "after") && f.replace("new", "first"));
    CHECK_EQ(bytesOfFile(folder / "file"), std::string("after"));
    CHECK_EQ(bytesOfFile(folder / "other name"), std::string("before"));
    CHECK_EQ(bytesOfFile(folder / "new"), std::string("first"));
    for (const char* name : {"link", "dangling", "pipe"})
        CHECK(f.replace(name, "x").error().code == ErrorCode::NotAFile);
    CHECK_EQ(bytesOfFile(folder / "target"), std::string("precious"));
    CHECK(fs::is_symlink(folder / "link") && !fs::exists(folder / "nowhere"));
    CHECK_EQ(namesIn(folder).size(), 7u);
}

TEST("A link that comes while a file is written is not followed") {
    const Folder folder;
    folder.write("target", "precious");
    auto file = model::OutputFile::createIn(opened(folder), "file");
    CHECK(file.has_value() && file->write(bytesOf("content")));
    fs::create_symlink(folder / "target", folder / "file");
    CHECK(!file->commit());
    CHECK_EQ(bytesOfFile(folder / "target"), std::string("precious"));
}

TEST("A folder that is renamed while a file is written in it gets the file") {
    const Folder folder;
    fs::create_directory(folder / "a");
    fs::create_directory(folder / "elsewhere");
    auto file = model::OutputFile::create(folder / "a/file");
    fs::rename(folder / "a", folder / "b");
    fs::create_symlink(folder / "elsewhere", folder / "a");
    CHECK(file.has_value() && file->write(bytesOf("content")) && file->commit());
    CHECK_EQ(bytesOfFile(folder / "b/file"), std::string("content"));
    CHECK(fs::is_empty(folder / "elsewhere"));
}

TEST("Beside a report the files of another account are not read, but of the one that owns the folder and of root") {
    other_account::need();
    const Folder folder;
    folder.write("roots", "x");
    folder.write("another's", "x");
    folder.write("a third one's", "x");
    CHECK_EQ(::chown((folder / "another's").c_str(), other_account::kUser, 0), 0);
    CHECK_EQ(::chown((folder / "a third one's").c_str(), 12345, 0), 0);
    CHECK(whyNotRead(folder, "another's") == ErrorCode::CannotOpen);
    CHECK_EQ(::chown((folder / "").c_str(), other_account::kUser, 0), 0);
    CHECK(opened(folder).holds("another's") && opened(folder).holds("roots") && !opened(folder).holds("a third one's"));
    fs::permissions(folder / "", fs::perms::all);
    const int code = other_account::run([&] {
        return opened(folder).holds("roots") && opened(folder).holds("another's") &&
                       !opened(folder).holds("a third one's")
                   ? 0
                   : 1;
    });
    CHECK_EQ(code, 0);
}

TEST("Beside a report no file is replaced or removed that would not be read") {
    other_account::need();
    const Folder folder;
    for (const char* name : {"another's", "late", "ours"}) folder.write(name, "x");
    for (const char* name : {"another's", "late"})
        CHECK_EQ(::chown((folder / name).c_str(), other_account::kUser, 0), 0);
    const model::Folder f = opened(folder);
    CHECK(f.replace("another's", "y").error().code == ErrorCode::CannotWrite);
    CHECK(f.replace("ours", "y").has_value());
    fs::rename(folder / "late", folder / "aside");
    auto file = model::OutputFile::createIn(f, "late");
    CHECK(file.has_value() && file->write(bytesOf("y")));
    fs::rename(folder / "aside", folder / "late");
    CHECK(!file->commit());
    for (const char* name : {"another's", "late"}) {
        CHECK(!f.remove(name));
        CHECK_EQ(bytesOfFile(folder / name), std::string("x"));
    }
    CHECK(f.remove("ours") && !fs::exists(folder / "ours") && f.remove("ours"));
}

TEST("A folder is opened by links of ours and of root, with their ends, and is removed where it is") {
    const Folder folder;
    fs::create_directories(folder / "a/b");
    fs::create_symlink("b", folder / "a/near");
    fs::create_symlink(folder / "a", folder / "far");
    fs::create_symlink("loop", folder / "loop");
    folder.write("file", "");
    const auto open = [&](std::string_view name) { return model::Folder::openTrusted(folder / name); };
    for (const char* name : {"a/b", "a/b/", "a/near", "far/near/", "far/../far/near"})
        CHECK_EQ(open(name)->path(), fs::canonical(folder / "a/b"));
    for (const char* name : {"loop", "file", "none", "file/x"}) CHECK(open(name).error().code == ErrorCode::CannotOpen);
    CHECK(model::Folder::openTrusted("/")->fd() >= 0);
    const auto held = open("a/b");
    fs::rename(folder / "a/b", folder / "a/c");
    fs::create_directory(folder / "a/b");
    CHECK(held->removeItself() && fs::exists(folder / "a/b") && !fs::exists(folder / "a/c"));
    CHECK(!open("a")->removeItself());
}

TEST("What root writes in the folder of somebody else is theirs") {
    other_account::need();
    const Folder folder;
    CHECK_EQ(::chown((folder / "").c_str(), other_account::kUser, 0), 0);
    CHECK(opened(folder).replace("file", "x"));
    struct stat s {};
    CHECK(::stat((folder / "file").c_str(), &s) == 0 && s.st_uid == other_account::kUser);
}

TEST("A folder for one account alone is no link, not open to others and nobody else's") {
    const Folder folder;
    CHECK(model::makePrivateFolder(folder / "own") && model::makePrivateFolder(folder / "own"));
    CHECK((fs::status(folder / "own").permissions() & fs::perms::mask) == fs::perms::owner_all);
    fs::create_directory_symlink(folder / "own", folder / "link");
    CHECK(!model::makePrivateFolder(folder / "link"));
    fs::permissions(folder / "own", fs::perms::owner_all | fs::perms::group_exec);
    CHECK(!model::makePrivateFolder(folder / "own"));
    folder.write("file", "");
    CHECK(!model::makePrivateFolder(folder / "file"));
    other_account::need();
    fs::permissions(folder / "own", fs::perms::owner_all);
    CHECK_EQ(::chown((folder / "own").c_str(), other_account::kUser, 0), 0);
    CHECK(!model::makePrivateFolder(folder / "own"));
}

TEST("A process that is killed while it writes a file leaves nothing of it") {
    const Folder folder;
    if (!hasNamelessFiles(folder)) SKIP("the file system of the temporary folder has no files without names");
    const auto left = leftBy(folder, SIGKILL, [&] {
        static auto file = model::OutputFile::create(folder / "report.rep");
        return file && file->write(bytesOf("half of it")).has_value();
    });
    CHECK(left.empty());
}

TEST("A signal that ends a process removes its files that are not whole, where they have names") {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV}) {
        const Folder folder;
        folder.write("whole", "x");
        const auto left = leftBy(folder, signal, [&] {
            static model::Folder where = opened(folder);
            static auto part = model::PartName::create(where.fd(), "report.sqlite", 0666);
            model::removeUnfinishedOnSignals();
            return part && namesIn(folder).size() == 2;
        });
        CHECK_EQ(left.size(), 1u);
    }
}

TEST("The account at the other end of a socket is known") {
    int pair[2];
    CHECK_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    CHECK(model::peerOf(pair[0]) == ::geteuid());
    CHECK(!model::peerOf(STDIN_FILENO + 1000));
    ::close(pair[0]), ::close(pair[1]);
}
