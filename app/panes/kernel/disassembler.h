// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "app/kit/background.h"
#include "importers/ncu/sass.h"

class QProcess;
class QTemporaryDir;

namespace app {

/// The instructions of a kernel as text, by NVIDIA's nvdisasm where that is installed. It runs beside the window, for a
/// bounded time and with bounded output; only the newest request counts.
class Disassembler : public QObject {
    Q_OBJECT

public:
    enum class State {
        Idle,
        Working,
        Done,
        Missing,  ///< there is no nvdisasm
        Failed,   ///< why() says what it said
    };

    explicit Disassembler(QObject* parent = nullptr);
    ~Disassembler() override;

    /// Text for a kernel of a report, by its mangled name. What is known or under way is not asked for again. changed()
    /// follows where the state is Working afterwards.
    void request(const QString& report, const QString& mangled);
    State state() const { return m_state; }
    std::shared_ptr<const importers::ncu::SassListing> listing() const { return m_listing; }
    QString why() const { return m_why; }

signals:
    void changed();

private:
    void disassemble(const QString& tool, const model::Result<std::string>& cubin);
    void showOutput();
    void finished(bool ok);
    void stop();
    void end(State state, const QString& why = {});

    QString m_report, m_mangled;
    State m_state = State::Idle;
    QString m_why;
    QByteArray m_output;
    std::shared_ptr<const importers::ncu::SassListing> m_listing;
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcess* m_process = nullptr;
    QTimer m_limit;
    Newest m_newest;  // last: it waits for what uses the others
};

}  // namespace app
