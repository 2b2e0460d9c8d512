// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a report, and who else is at this computer.
#include "tests/ui/app_test.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <QDataStream>
#include <QDir>
#include <QStandardPaths>
#include <csignal>

#include "app/report/view_file.h"
#include "app/window/recent_files.h"
#include "app/window/single_instance.h"

using app::SingleInstance;

namespace {

constexpr uid_t kNobody = 65534;

bool becomeNobody() {
    return ::setresgid(kNobody, kNobody, kNobody) == 0 && ::setresuid(kNobody, kNobody, kNobody) == 0;
}

sockaddr_un addressOf(const QByteArray& path) {
    sockaddr_un out{};
    out.sun_family = AF_UNIX;
    std::memcpy(out.sun_path, path.constData(), static_cast<std::size_t>(path.size()) + 1);
    return out;
}

/// A process of another account; what it does says over a pipe when it is ready, and returns its exit code.
class Nobody {
public:
    template <class Do>
    explicit Nobody(Do&& what) {
        int ready[2];
        if (::pipe2(ready, O_CLOEXEC) != 0) return;
        m_pid = ::fork();
        if (m_pid == 0) ::_exit(becomeNobody() ? what(ready[1]) : 9);
        ::close(ready[1]);
        char c = 0;
        m_ready = ::read(ready[0], &c, 1) == 1;
        ::close(ready[0]);
    }
    ~Nobody() {
        if (m_pid > 0) ::kill(m_pid, SIGKILL), ::waitpid(m_pid, nullptr, 0);
    }
    bool isReady() const { return m_ready; }
    /// Its exit code once it has ended, -1 before.
    int code() {
        int status = 0;
        if (m_pid > 0 && ::waitpid(m_pid, &status, WNOHANG) == m_pid)
            m_pid = -1, m_code = WIFEXITED(status) ? WEXITSTATUS(status) : 8;
        return m_code;
    }

private:
    pid_t m_pid = -1;
    bool m_ready = false;
    int m_code = -1;
};

}  // namespace

class AppBesideTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString file(const QString& name) const { return m_folder->filePath(name); }
    QByteArray native(const QString& name) const { return QFile::encodeName(file(name)); }

    void write(const QString& name, const QByteArray& bytes) const {
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
    }
    QByteArray read(const QString& name) const {
        QFile in(file(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    QString report() const { return writeReport(smallReport(), file("small.rep")); }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        // Reports of one content have one view among the person's own data.
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/views"))
            .removeRecursively();
    }

    void aViewThatIsALinkIsNeitherReadNorWrittenThrough() {
        const QString path = report();
        write("precious.json", R"({"version":1,"x":7})");
        QVERIFY(QFile::link(file("precious.json"), path + ".view.json"));
        QVERIFY(app::readViewFile(path).isEmpty());
        QVERIFY(app::writeViewFile(path, {{"x", 1}}));
        QCOMPARE(read("precious.json"), QByteArray(R"({"version":1,"x":7})"));
        QVERIFY(QFileInfo(path + ".view.json").isSymLink());
        QCOMPARE(app::readViewFile(path).value("x").toInt(), 1);  // it is kept elsewhere
    }

    void aWindowThatClosesLeavesTheTargetOfALinkedViewAlone() {
        const QString path = report();
        write("precious", "export PATH=/usr/bin\n");
        QVERIFY(QFile::link(file("precious"), path + ".view.json"));
        {
            app::MainWindow window;
            window.show();
            window.openPaths({path});
            app::ReportPage* page = window.currentPage();
            QVERIFY(page && waitReady(page));
            page->view()->zoomTo({100, 900});
            window.close();
        }
        QCOMPARE(read("precious"), QByteArray("export PATH=/usr/bin\n"));
    }

    void aViewThatIsAPipeOrNeverEndsIsNotWaitedFor() {
        const QString path = report();
        QVERIFY(::mkfifo(QFile::encodeName(path + ".view.json").constData(), 0600) == 0);
        QVERIFY(app::readViewFile(path).isEmpty());
        QVERIFY(app::writeViewFile(path, {{"x", 2}}));
        QCOMPARE(app::readViewFile(path).value("x").toInt(), 2);
        QVERIFY(QFile::remove(path + ".view.json"));
        QVERIFY(QFile::link("/dev/zero", path + ".view.json"));
        QCOMPARE(app::readViewFile(path).value("x").toInt(), 2);
    }

    void aPictureOfARecentFileIsNotWrittenThroughALink() {
        // The window of the test before may have left a picture there.
        QDir kept(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/thumbnails");
        kept.removeRecursively();
        app::RecentFiles recent;
        QImage picture(8, 8, QImage::Format_RGB32);
        picture.fill(Qt::red);
        recent.setThumbnail("/a.rep", timeline::Theme::Light, picture);
        QCOMPARE(recent.thumbnail("/a.rep", timeline::Theme::Light).size(), QSize(8, 8));
        kept.refresh();
        QCOMPARE(kept.entryList(QDir::Files).size(), 1);
        const QString png = kept.filePath(kept.entryList(QDir::Files).value(0));
        write("precious", "precious");
        QVERIFY(QFile::remove(png) && QFile::link(file("precious"), png));
        recent.setThumbnail("/a.rep", timeline::Theme::Light, picture);
        QCOMPARE(read("precious"), QByteArray("precious"));
        QVERIFY(recent.thumbnail("/a.rep", timeline::Theme::Light).isNull());
        QVERIFY(QFile::remove(png));
    }

    void theMeetingPlaceOfWindowsIsAFolderOfThisUserAlone() {
        const auto restore = qScopeGuard([runtime = qgetenv("XDG_RUNTIME_DIR"), tmp = qgetenv("TMPDIR")] {
            runtime.isEmpty() ? qunsetenv("XDG_RUNTIME_DIR") : qputenv("XDG_RUNTIME_DIR", runtime);
            tmp.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", tmp);
        });
        QVERIFY(QDir(m_folder->path()).mkpath("run") && QDir(m_folder->path()).mkpath("tmp"));
        qputenv("XDG_RUNTIME_DIR", native("run"));
        qputenv("TMPDIR", native("tmp"));
        QVERIFY(::chmod(native("run").constData(), 0700) == 0);
        QVERIFY(SingleInstance::defaultPath().startsWith(file("run/")));
        QVERIFY(::chmod(native("run").constData(), 0755) == 0);
        const QString own = file(QStringLiteral("tmp/sightline-%1").arg(::getuid()));
        QVERIFY(SingleInstance::defaultPath().startsWith(own + "/"));
        QVERIFY(QDir(own).removeRecursively() && QFile::link(file("run"), own));
        QVERIFY(SingleInstance::defaultPath().isEmpty());
        QVERIFY(!SingleInstance().forward({"/secret.rep"}) && !SingleInstance().listen());
        if (::geteuid() != 0) QSKIP("not root, so no other account can be had");
        QVERIFY(QFile::remove(own) && QDir().mkpath(own));
        QVERIFY(::chmod(QFile::encodeName(own).constData(), 0700) == 0 &&
                ::chown(QFile::encodeName(own).constData(), kNobody, 0) == 0);
        QVERIFY(SingleInstance::defaultPath().isEmpty());
    }

    void anotherAccountThatHasTheNameIsToldNothing() {
        if (::geteuid() != 0) QSKIP("not root, so no other account can be had");
        QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0777) == 0);
        const sockaddr_un address = addressOf(native("socket"));
        Nobody other([&](int ready) {
            const int s = ::socket(AF_UNIX, SOCK_STREAM, 0);
            if (::bind(s, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || ::listen(s, 8) != 0 ||
                ::write(ready, "x", 1) != 1)
                return 9;
            char c = 0;
            return ::read(::accept(s, nullptr, nullptr), &c, 1) > 0 ? 1 : 0;
        });
        QVERIFY(other.isReady());
        QVERIFY(!SingleInstance(file("socket")).forward({"/home/me/secret.rep"}));
        QTRY_COMPARE(other.code(), 0);  // it heard nothing
    }

    void anotherAccountThatCallsOpensNothing() {
        if (::geteuid() != 0) QSKIP("not root, so no other account can be had");
        QVERIFY(::chmod(QFile::encodeName(m_folder->path()).constData(), 0777) == 0);
        SingleInstance first(file("socket"));
        QVERIFY(first.listen());
        QVERIFY(::chmod(native("socket").constData(), 0777) == 0);
        QSignalSpy asked(&first, &SingleInstance::openRequested);
        QByteArray list, message;
        QDataStream listed(&list, QIODevice::WriteOnly), sent(&message, QIODevice::WriteOnly);
        listed << QStringList{"/etc/passwd"};
        sent << list;
        const sockaddr_un address = addressOf(native("socket"));
        Nobody other([&](int ready) {
            const int s = ::socket(AF_UNIX, SOCK_STREAM, 0);
            if (::connect(s, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return 9;
            if (::send(s, message.constData(), static_cast<std::size_t>(message.size()), MSG_NOSIGNAL) < 0 ||
                ::write(ready, "x", 1) != 1)
                return 9;
            char c = 0;
            return ::read(s, &c, 1) > 0 ? 1 : 0;  // no answer, and the connection ends
        });
        QVERIFY(other.isReady());
        QTRY_COMPARE(other.code(), 0);
        QVERIFY(asked.isEmpty());
    }
};

SIGHTLINE_QT_TEST(AppBesideTest)
#include "app_beside_test.moc"
