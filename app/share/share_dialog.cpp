// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/share/share_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/file_text.h"
#include "app/kit/manual/manual_place.h"
#include "timeline/look/format.h"

namespace app {

using importers::kScrubParts;
using importers::ScrubPart;

namespace {

struct PartText {
    const char* name;
    const char* hint;
};
/// By ScrubPart.
constexpr std::array<PartText, kScrubParts> kParts{{
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Folders of paths"),
     QT_TRANSLATE_NOOP(
         "app::ShareDialog",
         "folder_1/train.py instead of /home/me/project/train.py. Names of files stay; folders of the system and of public libraries, too.")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Names of accounts"),
     QT_TRANSLATE_NOOP("app::ShareDialog",
                       "As found in home folders and facts about the capture, wherever they occur.")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Names and addresses of machines"),
     QT_TRANSLATE_NOOP(
         "app::ShareDialog",
         "Names of hosts and domains wherever they stand, URLs, IP and hardware addresses, serial numbers and UUIDs of devices.")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Command lines"),
     QT_TRANSLATE_NOOP("app::ShareDialog", "The name of the program stays.")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Environment variables"),
     QT_TRANSLATE_NOOP("app::ShareDialog",
                       "Values of NAME=value in texts. Sightline never keeps the environment itself.")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Passwords, tokens and keys"),
     QT_TRANSLATE_NOOP("app::ShareDialog",
                       "Known by their form, or by the name of what holds them: --token, password=…, Bearer …")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Source files and SQL"),
     QT_TRANSLATE_NOOP(
         "app::ShareDialog",
         "Source files that profiles of Nsight Compute carry; statements of databases. Instructions stay.")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Names of kernels, ranges, functions …"),
     QT_TRANSLATE_NOOP(
         "app::ShareDialog",
         "kernel1, range2 … instead; equal names stay equal. Names of CUDA, NCCL, PyTorch and other public libraries stay.")},
    {QT_TRANSLATE_NOOP("app::ShareDialog", "Numbers of processes and threads"),
     QT_TRANSLATE_NOOP("app::ShareDialog", "Replaced by 1, 2, 3 …, in the same order.")},
}};

constexpr int kPathWidth = 460;  // logical px
constexpr int kPartRows = (static_cast<int>(kScrubParts) + 1) / 2;
static_assert(kScrubParts % 2 == 1, "the last row has a place for notes");

}  // namespace

QString scrubbedText(const importers::ScrubCounts& counts) {
    QStringList out;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i])
            out.append(
                ShareDialog::tr("%1: %2").arg(ShareDialog::tr(kParts[i].name), timeline::formatCount(counts[i])));
    return out.isEmpty() ? QString() : ShareDialog::tr("Taken out: %1.").arg(out.join(QStringLiteral("; ")));
}

ShareDialog::ShareDialog(Format format, QStringList sources, std::optional<model::TimeRange> selection,
                         bool selectionFirst, std::size_t notes, QWidget* parent)
    : QDialog(parent), m_format(format), m_sources(std::move(sources)), m_selection(selection),
      m_text(new QLabel(this)), m_pathLabel(new QLabel(this)), m_hint(new QLabel(this)),
      m_whole(new QRadioButton(this)), m_selected(new QRadioButton(this)), m_scrub(new QGroupBox(this)),
      m_noteCount(notes), m_notes(new QCheckBox(m_scrub)), m_usual(new QPushButton(m_scrub)),
      m_everything(new QPushButton(m_scrub)), m_nothing(new QPushButton(m_scrub)), m_browse(new QPushButton(this)),
      m_path(new QLineEdit(this)), m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)),
      m_save(m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("shareDialog"));
    addManualKey(this, QStringLiteral("dialog.share"));
    for (QCheckBox*& part : m_parts) part = new QCheckBox(m_scrub);
    (selection && selectionFirst ? m_selected : m_whole)->setChecked(true);
    build();
    if (!selectionFirst) m_usual->click();  // what is given away tells nothing that nobody thought of
    retranslate();
    suggestPath();
    updateState();
}

void ShareDialog::build() {
    m_text->setWordWrap(true);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_selected->setEnabled(m_selection.has_value());
    for (QRadioButton* choice : {m_whole, m_selected}) choice->setVisible(m_format != Format::Comparison);
    m_pathLabel->setBuddy(m_path);
    m_path->setMinimumWidth(kPathWidth);
    m_save->setDefault(true);
    auto* parts = new QGridLayout(m_scrub);
    for (int i = 0; i < static_cast<int>(kScrubParts); ++i)
        parts->addWidget(m_parts[static_cast<std::size_t>(i)], i / 2, i % 2);
    parts->addWidget(m_notes, kPartRows - 1, 1);
    m_notes->setVisible(m_noteCount > 0);
    auto* choices = new QHBoxLayout;
    for (QPushButton* button : {m_usual, m_everything, m_nothing}) {
        button->setAutoDefault(false);
        choices->addWidget(button);
    }
    choices->addStretch(1);
    parts->addLayout(choices, kPartRows, 0, 1, 2);
    auto* where = new QHBoxLayout;
    where->addWidget(m_pathLabel);
    where->addWidget(m_path, 1);
    m_browse->setAutoDefault(false);
    where->addWidget(m_browse);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(m_text);
    layout->addWidget(m_whole);
    layout->addWidget(m_selected);
    layout->addWidget(m_scrub);
    layout->addLayout(where);
    layout->addWidget(m_hint);
    layout->addWidget(m_buttons);
    const auto choose = [this](importers::ScrubParts wanted) {
        for (std::size_t i = 0; i < kScrubParts; ++i)
            m_parts[i]->setChecked(wanted & importers::scrubBit(static_cast<ScrubPart>(i)));
        // Somebody wrote them to be read, but what they say nobody can scrub.
        m_notes->setChecked(wanted == importers::kFullScrub);
    };
    connect(m_usual, &QPushButton::clicked, this, [choose] { choose(importers::kUsualScrub); });
    connect(m_everything, &QPushButton::clicked, this, [choose] { choose(importers::kFullScrub); });
    connect(m_nothing, &QPushButton::clicked, this, [choose] { choose(0); });
    for (QCheckBox* part : m_parts) connect(part, &QCheckBox::toggled, this, &ShareDialog::suggestPath);
    for (QRadioButton* choice : {m_whole, m_selected})
        connect(choice, &QRadioButton::toggled, this, &ShareDialog::suggestPath);
    connect(m_path, &QLineEdit::textEdited, this, [this] { m_pathTyped = true; });
    connect(m_path, &QLineEdit::textChanged, this, &ShareDialog::updateState);
    connect(m_browse, &QPushButton::clicked, this, &ShareDialog::browse);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ShareDialog::submit);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

ShareDialog::Request ShareDialog::request() const {
    Request out;
    out.path = m_path->text().trimmed();
    if (!out.path.isEmpty() && QFileInfo(out.path).suffix().isEmpty()) out.path += suffix();
    if (!out.path.isEmpty()) out.path = QFileInfo(QFileInfo(m_sources.first()).dir(), out.path).absoluteFilePath();
    if (m_selected->isChecked()) out.times = m_selection;
    for (std::size_t i = 0; i < kScrubParts; ++i)
        if (m_parts[i]->isChecked()) out.scrub |= importers::scrubBit(static_cast<ScrubPart>(i));
    out.notes = m_noteCount > 0 && !m_notes->isChecked();
    return out;
}

// Beside the report, until another place is typed.
void ShareDialog::suggestPath() {
    if (!m_pathTyped) {
        const QFileInfo source(m_sources.first());
        const Request wanted = request();
        QString name = source.completeBaseName();
        if (m_format == Format::Comparison) name += u'-' + QFileInfo(m_sources.last()).completeBaseName();
        else if (m_sources.size() > 1) name = QStringLiteral("merged");
        if (wanted.times) name += QStringLiteral(".part");
        if (wanted.scrub) name += QStringLiteral(".scrubbed");
        if (m_format == Format::Rep && !wanted.times && !wanted.scrub) name += QStringLiteral(".copy");
        m_path->setText(QDir::toNativeSeparators(source.dir().filePath(name + suffix())));
        m_path->setCursorPosition(static_cast<int>(m_path->text().size()));
    }
    updateState();
}

void ShareDialog::updateState() {
    const QFileInfo target(request().path);
    const bool source =
        std::any_of(m_sources.begin(), m_sources.end(), [&](const QString& path) { return QFileInfo(path) == target; });
    const bool folder = !source && !target.dir().exists();
    m_save->setEnabled(!m_path->text().trimmed().isEmpty() && !source && !folder && !target.isDir());
    m_hint->setText(
        source   ? tr("This is the report itself. Choose another name.")
        : folder ? tr("There is no such folder.")
        : m_format == Format::Rep
            ? tr("Times, sizes, launch configurations and instructions stay. Events that cross the ends of the selection are kept whole.")
            : tr("One file with figures, pictures and tables that opens in any browser, without a network."));
}

void ShareDialog::browse() {
    auto* dialog = new QFileDialog(this, windowTitle(), QFileInfo(request().path).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->resize(900, 560);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // asked when it is saved
    dialog->setDefaultSuffix(suffix().mid(1));
    dialog->setNameFilter(m_format == Format::Rep ? tr("Sightline reports (*.rep)") : tr("Web pages (*.html)"));
    dialog->selectFile(QFileInfo(request().path).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_pathTyped = true;
        m_path->setText(QDir::toNativeSeparators(path));
    });
    dialog->open();
}

void ShareDialog::submit() {
    if (!m_save->isEnabled()) return;
    const QFileInfo target(request().path);
    if (!target.exists() || target.size() == 0) return finish();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Replace File"),
                                tr("%1 is there already. Replace it?").arg(safeText(target.fileName())),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("replaceBox"));
    const QPushButton* replace = box->addButton(tr("Replace"), QMessageBox::AcceptRole);
    connect(replace, &QPushButton::clicked, this, &ShareDialog::finish);
    box->open();
}

void ShareDialog::finish() {
    emit saveRequested(request());
    accept();
}

void ShareDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void ShareDialog::retranslate() {
    setWindowTitle(m_format == Format::Rep ? tr("Save a Copy to Share") : tr("Share as HTML"));
    m_text->setText(m_format == Format::Rep ? tr("A Sightline report of its own, which keeps the numbers of this one.")
                    : m_format == Format::Html ? tr("A page with what matters in this report.")
                                               : tr("A page about what changed from A to B."));
    m_whole->setText(tr("&Whole report"));
    m_selected->setText(m_selection ? tr("&Selected time, %1").arg(timeline::formatDuration(m_selection->length()))
                                    : tr("&Selected time (nothing is selected)"));
    m_scrub->setTitle(tr("Take out before it is given away"));
    for (std::size_t i = 0; i < kScrubParts; ++i) {
        m_parts[i]->setText(tr(kParts[i].name));
        m_parts[i]->setToolTip(tr(kParts[i].hint));
    }
    m_notes->setText(tr("Notes (%1)").arg(timeline::formatCount(m_noteCount)));
    m_notes->setToolTip(tr(
        "What you wrote at events, rows and moments of the timeline. Otherwise the page shows it, with paths, hosts and the like taken out as chosen."));
    m_usual->setText(tr("Usual"));
    m_usual->setToolTip(tr("Everything that does not matter for performance, except names and numbers."));
    m_everything->setText(tr("Everything"));
    m_nothing->setText(tr("Nothing"));
    m_pathLabel->setText(tr("Save &as:"));
    m_browse->setText(tr("&Browse…"));
    m_save->setText(tr("Save"));
    updateState();
}

}  // namespace app
