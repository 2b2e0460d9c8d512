// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/disassembler.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <chrono>

namespace app {
namespace {

constexpr std::chrono::seconds kLongest{30};
constexpr qsizetype kMostOutput = 128 << 20;  // bytes
constexpr qsizetype kMostWords = 300;         // of what the tool says

}  // namespace

Disassembler::Disassembler(QObject* parent) : QObject(parent), m_newest(this) {
    m_limit.setSingleShot(true);
    m_limit.setInterval(kLongest);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        end(State::Failed, tr("nvdisasm took longer than %Ln second(s).", nullptr, static_cast<int>(kLongest.count())));
    });
}

Disassembler::~Disassembler() { stop(); }

void Disassembler::request(const QString& report, const QString& mangled) {
    if (report == m_report && mangled == m_mangled && m_state != State::Idle) return;
    stop();
    m_report = report;
    m_mangled = mangled;
    m_listing.reset();
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("nvdisasm"));
    m_state = tool.isEmpty() ? State::Missing : State::Working;
    if (tool.isEmpty()) return;
    const auto read = [path = QFile::encodeName(report).toStdString(), name = mangled.toStdString()](std::stop_token) {
        return importers::ncu::readCubin(path, name);
    };
    m_newest.run(read, [this, tool](model::Result<std::string> cubin) { disassemble(tool, cubin); });
}

void Disassembler::disassemble(const QString& tool, const model::Result<std::string>& cubin) {
    if (!cubin) return end(State::Failed, tr("The report does not hold the code of this kernel."));
    m_folder = std::make_unique<QTemporaryDir>();
    QFile file(m_folder->filePath(QStringLiteral("kernel.cubin")));
    const auto size = static_cast<qint64>(cubin->size());
    if (!m_folder->isValid() || !file.open(QIODevice::WriteOnly) || file.write(cubin->data(), size) != size)
        return end(State::Failed,
                   tr("The kernel's code could not be written to a temporary file: %1").arg(file.errorString()));
    file.close();
    m_output.clear();
    m_process = new QProcess(this);
    m_process->setStandardInputFile(QProcess::nullDevice());
    connect(m_process, &QProcess::readyReadStandardOutput, this, &Disassembler::showOutput);
    connect(m_process, &QProcess::finished, this,
            [this](int code, QProcess::ExitStatus status) { finished(status == QProcess::NormalExit && code == 0); });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(State::Failed, tr("nvdisasm could not be started: %1").arg(m_process->errorString()));
    });
    m_limit.start();
    m_process->start(tool, {QStringLiteral("-c"), file.fileName()});
}

void Disassembler::showOutput() {
    m_output += m_process->readAllStandardOutput();
    if (m_output.size() > kMostOutput) end(State::Failed, tr("nvdisasm printed more than can be shown."));
}

void Disassembler::finished(bool ok) {
    const QString said = QString::fromLocal8Bit(m_process->readAllStandardError()).simplified().left(kMostWords);
    m_output += m_process->readAllStandardOutput();
    if (!ok) return end(State::Failed, tr("nvdisasm could not read the kernel's code: %1").arg(said));
    using Listing = importers::ncu::SassListing;
    const auto read = [text = std::exchange(m_output, {})](std::stop_token) {
        return std::make_shared<const Listing>(
            importers::ncu::readSass({text.data(), static_cast<std::size_t>(text.size())}));
    };
    m_newest.run(read, [this](std::shared_ptr<const Listing> listing) {
        m_listing = std::move(listing);
        if (m_listing->empty()) end(State::Failed, tr("nvdisasm printed no instructions."));
        else end(State::Done);
    });
}

/// Ends what runs; the signal of that is not waited for.
void Disassembler::stop() {
    m_newest.forget();
    m_limit.stop();
    if (m_process) {
        m_process->disconnect(this);
        m_process->kill();
        m_process->deleteLater();
        m_process = nullptr;
    }
    m_folder.reset();
    m_state = State::Idle;
}

void Disassembler::end(State state, const QString& why) {
    stop();
    m_state = state;
    m_why = why;
    emit changed();
}

}  // namespace app
