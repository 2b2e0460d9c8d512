// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <array>
#include <optional>

#include "importers/export/scrub.h"
#include "model/base/time.h"

class QCheckBox;
class QDialogButtonBox;
class QGroupBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace app {

/// Asks which part of a report is shared, what is taken out of it, and where it goes.
class ShareDialog : public QDialog {
    Q_OBJECT

public:
    enum class Format : std::uint8_t {
        Rep,         ///< a report of its own
        Html,        ///< a page about it
        Comparison,  ///< a page about two
    };
    struct Request {
        QString path;
        std::optional<model::TimeRange> times;  ///< nothing: all of it
        importers::ScrubParts scrub = 0;
        bool notes = true;  ///< of a page about a report: with the notes of its timeline
    };

    /// `sources` are the files of the report, `selection` the selected time, chosen at first if `selectionFirst`.
    /// `notes`: so many would be on a page.
    ShareDialog(Format format, QStringList sources, std::optional<model::TimeRange> selection, bool selectionFirst,
                std::size_t notes, QWidget* parent = nullptr);

    Request request() const;
    QLineEdit* pathEdit() const { return m_path; }
    QCheckBox* part(importers::ScrubPart part) const { return m_parts[static_cast<std::size_t>(part)]; }
    /// Checked: a page has no notes. Hidden where there is nothing to take out.
    QCheckBox* notesPart() const { return m_notes; }
    QRadioButton* wholeChoice() const { return m_whole; }
    QRadioButton* selectionChoice() const { return m_selected; }
    QPushButton* saveButton() const { return m_save; }
    QLabel* hint() const { return m_hint; }

signals:
    /// Something is to be written there; what was there may be replaced.
    void saveRequested(const app::ShareDialog::Request& request);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void updateState();
    void suggestPath();
    void browse();
    void submit();
    void finish();

    QString suffix() const { return m_format == Format::Rep ? QStringLiteral(".rep") : QStringLiteral(".html"); }

    Format m_format;
    QStringList m_sources;
    std::optional<model::TimeRange> m_selection;
    QLabel *m_text, *m_pathLabel, *m_hint;
    QRadioButton *m_whole, *m_selected;
    QGroupBox* m_scrub;
    std::array<QCheckBox*, importers::kScrubParts> m_parts{};
    std::size_t m_noteCount;
    QCheckBox* m_notes;
    QPushButton *m_usual, *m_everything, *m_nothing, *m_browse;
    QLineEdit* m_path;
    QDialogButtonBox* m_buttons;
    QPushButton* m_save;
    bool m_pathTyped = false;
};

/// "12 paths, 1 host" of what was taken out; empty where nothing was.
QString scrubbedText(const importers::ScrubCounts& counts);

}  // namespace app
