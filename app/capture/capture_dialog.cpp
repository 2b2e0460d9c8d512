// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/capture_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGridLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "app/capture/capture_options_view.h"
#include "app/capture/capture_progress.h"
#include "app/capture/capture_run.h"
#include "app/capture/capture_store.h"
#include "app/capture/capture_texts.h"
#include "app/capture/machine_view.h"
#include "app/kit/icons.h"
#include "app/kit/info_bar.h"
#include "app/kit/language.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/tables/table.h"
#include "app/kit/window_place.h"

namespace app {
namespace {

constexpr int kMachineWidth = 268;  // logical px
constexpr QSize kFormSize(1040, 740), kRunSize(660, 400);
constexpr int kFromCorner = 24;
constexpr int kSavedRole = Qt::UserRole + 1;
const QString kOn = QStringLiteral("on"), kOnFolder = QStringLiteral("on-folder");

int linesHigh(const QPlainTextEdit* edit, int lines) { return edit->fontMetrics().lineSpacing() * lines + 12; }

QPlainTextEdit* fixedFontEdit(int lines) {
    auto* edit = new QPlainTextEdit;
    edit->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    edit->setTabChangesFocus(true);
    edit->setFixedHeight(linesHigh(edit, lines));
    return edit;
}

}  // namespace

CaptureDialog::CaptureDialog(QWidget* parent)
    : QDialog(parent), m_stack(new QStackedLayout), m_noteBar(new InfoBar(QStringLiteral("info"), this)),
      m_presetLabel(new QLabel), m_presetMeaning(new QLabel), m_targetLabel(new QLabel), m_programLabel(new QLabel),
      m_argumentsLabel(new QLabel), m_folderLabel(new QLabel), m_environmentLabel(new QLabel),
      m_commandLabel(new QLabel), m_complaint(new QLabel), m_preset(new QComboBox), m_target(new QComboBox),
      m_savePreset(new QToolButton), m_removePreset(new QToolButton), m_chooseProgram(new QToolButton),
      m_chooseFolder(new QToolButton), m_program(new QLineEdit), m_arguments(new QLineEdit), m_folder(new QLineEdit),
      m_environment(fixedFontEdit(2)), m_command(fixedFontEdit(3)), m_copy(new QPushButton), m_paste(new QPushButton),
      m_start(nullptr), m_buttons(new QDialogButtonBox(QDialogButtonBox::Close)), m_options(new CaptureOptionsView),
      m_machine(new MachineView), m_progress(new CaptureProgress) {
    setObjectName(QStringLiteral("captureDialog"));
    addManualKey(this, QStringLiteral("dialog.capture"));
    setWindowFlag(Qt::WindowContextHelpButtonHint, false);
    auto* running = new QWidget;
    auto* around = new QVBoxLayout(running);
    around->setContentsMargins(16, 16, 16, 16);
    around->addWidget(m_progress);
    m_stack->addWidget(makeForm());
    m_stack->addWidget(running);
    setLayout(m_stack);
    resize(kFormSize);
    m_program->setFocus();

    for (QLineEdit* edit : {m_program, m_arguments, m_folder})
        connect(edit, &QLineEdit::textChanged, this, &CaptureDialog::onEdited);
    connect(m_target, &QComboBox::editTextChanged, this, &CaptureDialog::onEdited);
    connect(m_target, &QComboBox::activated, this, &CaptureDialog::onTargetChosen);
    connect(m_target->lineEdit(), &QLineEdit::editingFinished, this, &CaptureDialog::onTargetChosen);
    connect(m_environment, &QPlainTextEdit::textChanged, this, &CaptureDialog::onEdited);
    connect(m_options, &CaptureOptionsView::changed, this, &CaptureDialog::onEdited);
    connect(m_preset, &QComboBox::activated, this, &CaptureDialog::applyPreset);
    connect(m_savePreset, &QToolButton::clicked, this, &CaptureDialog::askPresetName);
    connect(m_removePreset, &QToolButton::clicked, this, &CaptureDialog::removePreset);
    connect(m_chooseProgram, &QToolButton::clicked, this, &CaptureDialog::chooseProgram);
    connect(m_chooseFolder, &QToolButton::clicked, this, &CaptureDialog::chooseFolder);
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(commandLine()); });
    connect(m_paste, &QPushButton::clicked, this, [this] { paste(QApplication::clipboard()->text()); });
    connect(m_start, &QPushButton::clicked, this, &CaptureDialog::start);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_machine, &MachineView::finished, this, &CaptureDialog::updateState);
    connect(m_progress, &CaptureProgress::closeRequested, this, &QDialog::reject);
    connect(m_progress, &CaptureProgress::backRequested, this, [this] {
        m_stack->setCurrentIndex(0);
        placeForRun(false);
    });
    fillPresets({});
    retranslate();
    setForm(lastCaptureForm());
    m_machine->look(sightlineCommand(), target());
}

CaptureDialog::~CaptureDialog() { m_progress->setRun(nullptr); }

QWidget* CaptureDialog::makeForm() {
    auto* form = new QWidget;
    auto* left = new QVBoxLayout;
    left->setSpacing(10);
    left->addLayout(makePresets());
    left->addLayout(makeProgram());
    left->addWidget(m_options, 1);
    m_machine->setFixedWidth(kMachineWidth);
    auto* across = new QHBoxLayout;
    across->setContentsMargins(16, 14, 16, 0);
    across->setSpacing(18);
    across->addLayout(left, 1);
    across->addWidget(m_machine);
    auto* bottom = new QVBoxLayout;
    bottom->setContentsMargins(16, 0, 16, 14);
    bottom->setSpacing(8);
    bottom->addLayout(makeCommand());
    m_start = m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_start->setObjectName(QStringLiteral("startCapture"));
    m_start->setDefault(true);
    auto* last = new QHBoxLayout;
    last->addWidget(m_complaint, 1);
    last->addWidget(m_buttons);
    bottom->addLayout(last);
    m_complaint->setWordWrap(true);
    m_complaint->setTextFormat(Qt::PlainText);
    m_complaint->setForegroundRole(QPalette::PlaceholderText);
    m_complaint->setObjectName(QStringLiteral("captureComplaint"));
    auto* down = new QVBoxLayout(form);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(12);
    down->addWidget(m_noteBar);
    down->addLayout(across, 1);
    down->addLayout(bottom);
    return form;
}

QLayout* CaptureDialog::makePresets() {
    m_preset->setObjectName(QStringLiteral("capturePreset"));
    m_preset->setMinimumWidth(230);
    m_presetMeaning->setForegroundRole(QPalette::PlaceholderText);
    m_presetMeaning->setWordWrap(true);
    m_presetLabel->setBuddy(m_preset);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_presetLabel);
    row->addWidget(m_preset);
    row->addWidget(m_savePreset);
    row->addWidget(m_removePreset);
    row->addStretch(1);
    auto* down = new QVBoxLayout;
    down->setSpacing(5);
    down->addLayout(row);
    down->addWidget(m_presetMeaning);
    return down;
}

QLayout* CaptureDialog::makeProgram() {
    m_target->setObjectName(QStringLiteral("captureTarget"));
    m_target->setEditable(true);
    m_target->setInsertPolicy(QComboBox::NoInsert);
    m_target->addItem(QString());
    m_target->addItems(recentTargets());
    m_program->setObjectName(QStringLiteral("captureProgram"));
    m_arguments->setObjectName(QStringLiteral("captureArguments"));
    m_folder->setObjectName(QStringLiteral("captureFolder"));
    m_environment->setObjectName(QStringLiteral("captureEnvironment"));
    for (QLineEdit* edit : {m_program, m_arguments}) edit->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    for (QToolButton* b : {m_chooseProgram, m_chooseFolder}) b->setIcon(icon(QStringLiteral("open")));
    const std::pair<QLabel*, QWidget*> rows[] = {{m_targetLabel, m_target},
                                                 {m_programLabel, m_program},
                                                 {m_argumentsLabel, m_arguments},
                                                 {m_folderLabel, m_folder},
                                                 {m_environmentLabel, m_environment}};
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(7);
    grid->setHorizontalSpacing(8);
    for (int i = 0; i < 5; ++i) {
        rows[i].first->setBuddy(rows[i].second);
        const bool button = i == 1 || i == 3;
        grid->addWidget(rows[i].first, i, 0, i == 4 ? Qt::AlignTop : Qt::AlignVCenter);
        grid->addWidget(rows[i].second, i, 1, 1, button ? 1 : 2);
        if (button) grid->addWidget(i == 1 ? m_chooseProgram : m_chooseFolder, i, 2);
    }
    return grid;
}

QLayout* CaptureDialog::makeCommand() {
    m_command->setReadOnly(true);
    m_command->setObjectName(QStringLiteral("captureCommand"));
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_copy->setIcon(icon(QStringLiteral("copy")));
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_paste);
    buttons->addStretch(1);
    auto* row = new QHBoxLayout;
    row->addWidget(m_command, 1);
    row->addLayout(buttons);
    auto* down = new QVBoxLayout;
    down->setSpacing(4);
    down->addWidget(m_commandLabel);
    down->addLayout(row);
    return down;
}

// ------------------------------------------------------------------------------------------------------------ the form

CaptureForm CaptureDialog::form() const {
    CaptureForm out;
    out.program = m_program->text().trimmed();
    out.arguments = m_arguments->text().trimmed();
    const QString folder = m_folder->text().trimmed();
    if (target().isEmpty()) out.folder = folder;
    for (const QString& line : m_environment->toPlainText().split(u'\n'))
        if (!line.trimmed().isEmpty()) out.environment.append(line.trimmed());
    out.options = m_options->values();
    if (!target().isEmpty()) out.options.insert(kOn, target());
    if (!target().isEmpty() && !folder.isEmpty()) out.options.insert(kOnFolder, folder);
    out.raw = m_options->raw();
    return out;
}

QString CaptureDialog::target() const {
    const QString typed = m_target->currentText().trimmed();
    return typed == m_target->itemText(0) ? QString() : typed;
}

void CaptureDialog::setForm(const CaptureForm& given) {
    m_quiet = true;
    CaptureForm form = given;
    const QString on = form.options.take(kOn), there = form.options.take(kOnFolder);
    m_target->setCurrentText(on.isEmpty() ? m_target->itemText(0) : on);
    if (!on.isEmpty()) form.folder = there;
    m_program->setText(form.program);
    m_arguments->setText(form.arguments);
    m_folder->setText(form.folder);
    m_environment->setPlainText(form.environment.join(u'\n'));
    const QMap<QString, QString> left = m_options->setValues(form.options);
    QStringList raw;
    for (auto at = left.begin(); at != left.end(); ++at)
        raw.append(QStringLiteral("--%1=%2").arg(at.key(), at.value()));
    if (!form.raw.isEmpty()) raw.append(form.raw);
    m_options->setRaw(raw.join(u' '));
    m_quiet = false;
    onEdited();
    onTargetChosen();
}

bool CaptureDialog::paste(const QString& command) {
    const PastedCommand pasted = readCommand(command);
    QStringList notes;
    if (!pasted.understood)
        notes.append(tr(
            "The clipboard holds no command line. Copy one that begins with nsys profile, sightline profile or a program."));
    if (!pasted.unknown.isEmpty()) notes.append(tr("Not understood and left out: %1.").arg(listOf(pasted.unknown)));
    if (!pasted.untraced.isEmpty()) notes.append(tr("Not captured by this version: %1.").arg(listOf(pasted.untraced)));
    notes += pasted.remarks;
    for (const QString& sentence : pasted.refused) notes.append(tr("Left out: %1.").arg(sentence));
    if (!pasted.rest.isEmpty()) notes.append(tr("Shell syntax is ignored: %1").arg(pasted.rest));
    m_noteBar->setText(notes.join(u' '));
    m_noteBar->setVisible(!notes.isEmpty());
    if (!pasted.understood) return false;
    setForm(pasted.form);
    m_preset->setCurrentIndex(-1);
    m_presetMeaning->clear();
    return true;
}

void CaptureDialog::onEdited() {
    if (m_quiet) return;
    m_command->setPlainText(commandLine());
    updateState();
}

/// The other machine is asked once its name is whole, not at each letter.
void CaptureDialog::onTargetChosen() {
    if (m_quiet || m_machine->target() == target()) return;
    m_machine->look(sightlineCommand(), target());
}

QString CaptureDialog::commandLine() const { return captureCommandLine(form()); }
QString CaptureDialog::noteText() const { return m_noteBar->isHidden() ? QString() : m_noteBar->text(); }

QString CaptureDialog::obstacleText() const {
    if (sightlineCommand().isEmpty())
        return tr(
            "The program “sightline” is not beside this application, and captures need it. Install Sightline again.");
    if (const QString obstacle = m_machine->obstacle(); !obstacle.isEmpty())
        return obstacle + u' ' +
               tr("To build it: install the CUDA toolkit with CUPTI, then run cmake with -DSIGHTLINE_COLLECTORS=ON.");
    if (m_run && m_run->isRunning()) return tr("A capture is running.");
    const CaptureForm f = form();
    if (f.program.isEmpty()) return tr("Name the program to run.");
    if (!f.folder.isEmpty() && !QFileInfo(f.folder).isDir())
        return tr("There is no folder %1.").arg(QDir::toNativeSeparators(f.folder));
    for (const QString& variable : f.environment)
        if (variable.indexOf(u'=') < 1) return tr("“%1” is no variable: write NAME=value.").arg(variable);
    return complaintAbout(f);
}

void CaptureDialog::updateState() {
    const QString obstacle = obstacleText();
    const bool isHere = target().isEmpty();
    for (QToolButton* b : {m_chooseProgram, m_chooseFolder}) b->setEnabled(isHere);
    const QString elsewhere = tr("Files of another machine are not listed: type the path as it is there");
    m_chooseProgram->setToolTip(isHere ? tr("Choose a program") : elsewhere);
    m_chooseFolder->setToolTip(isHere ? tr("Choose a folder") : elsewhere);
    m_folder->setPlaceholderText(isHere ? QDir::toNativeSeparators(QDir::currentPath()) : tr("The home folder there"));
    m_complaint->setText(obstacle);
    m_start->setEnabled(obstacle.isEmpty());
}

void CaptureDialog::start() {
    if (!obstacleText().isEmpty()) return;
    const CaptureForm f = form();
    rememberCaptureForm(f);
    if (!target().isEmpty()) rememberTarget(target());
    m_noteBar->hide();
    m_progress->setRun(nullptr);
    delete m_run;
    m_run = new CaptureRun(this);
    m_progress->setRun(m_run);
    connect(m_run, &CaptureRun::sessionFound, this, [this] { emit sessionStarted(m_run->session()->folder()); });
    connect(m_run, &CaptureRun::reportWritten, this, [this](const QString& path) {
        emit reportWritten(m_run->session() ? m_run->session()->folder() : QString(), path);
    });
    connect(m_run, &CaptureRun::finished, this, &CaptureDialog::updateState);
    m_stack->setCurrentIndex(1);
    placeForRun(true);
    m_run->start(sightlineCommand(), f);
    updateState();
}

// While it runs, the timeline behind it is what one looks at: the dialog makes room, in the corner of the window.
void CaptureDialog::placeForRun(bool running) {
    resize(running ? kRunSize : kFormSize);
    const QWidget* window = parentWidget();
    if (!window) return;
    const QRect around(window->mapToGlobal(QPoint(0, 0)), window->size());
    const QRect target(QPoint(), size());
    move(running ? around.bottomRight() - target.bottomRight() - QPoint(kFromCorner, kFromCorner)
                 : around.center() - target.center());
    fitToScreen(this);
}

// ------------------------------------------------------------------------------------------------------------ presets

void CaptureDialog::fillPresets(const QString& choose) {
    m_preset->clear();
    for (const CapturePreset& p : capturePresets()) {
        m_preset->addItem(p.name, p.key);
        m_preset->setItemData(m_preset->count() - 1, p.meaning, Qt::ToolTipRole);
    }
    const QStringList saved = savedPresets();
    if (!saved.isEmpty()) m_preset->insertSeparator(m_preset->count());
    for (const QString& name : saved) {
        m_preset->addItem(name, name);
        m_preset->setItemData(m_preset->count() - 1, true, kSavedRole);
    }
    m_preset->setCurrentIndex(choose.isEmpty() ? -1 : m_preset->findData(choose));
    m_removePreset->setEnabled(m_preset->currentData(kSavedRole).toBool());
}

void CaptureDialog::choosePreset(const QString& key) {
    m_preset->setCurrentIndex(m_preset->findData(key));
    applyPreset();
}

// Those that come with the program leave the program that is typed, and where it runs, as they are.
void CaptureDialog::applyPreset() {
    const QString key = m_preset->currentData().toString();
    const bool saved = m_preset->currentData(kSavedRole).toBool();
    m_removePreset->setEnabled(saved);
    m_presetMeaning->clear();
    if (saved) return setForm(savedPreset(key));
    for (const CapturePreset& p : capturePresets()) {
        if (p.key != key) continue;
        CaptureForm next = form();
        const QMap<QString, QString> before = std::exchange(next.options, p.options);
        for (const QString& where : {kOn, kOnFolder})
            if (before.contains(where)) next.options.insert(where, before.value(where));
        next.raw.clear();
        for (const QString& variable : p.environment)
            if (!next.environment.contains(variable)) next.environment.append(variable);
        m_program->setPlaceholderText(p.program);
        m_arguments->setPlaceholderText(p.arguments);
        m_presetMeaning->setText(p.meaning);
        setForm(next);
    }
}

void CaptureDialog::askPresetName() {
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save Preset"));
    dialog->setLabelText(tr("Name:"));
    dialog->setTextValue(m_preset->currentData(kSavedRole).toBool() ? m_preset->currentText() : QString());
    connect(dialog, &QInputDialog::textValueSelected, this, &CaptureDialog::savePreset);
    dialog->open();
}

void CaptureDialog::savePreset(const QString& name) {
    if (name.trimmed().isEmpty()) return;
    app::savePreset(name.trimmed(), form());
    fillPresets(name.trimmed());
}

void CaptureDialog::removePreset() {
    app::removePreset(m_preset->currentText());
    fillPresets({});
}

void CaptureDialog::chooseProgram() {
    auto* dialog =
        new QFileDialog(this, tr("Program"),
                        QFileInfo(m_program->text()).isFile() ? QFileInfo(m_program->text()).path() : m_folder->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_program, &QLineEdit::setText);
    dialog->open();
}

void CaptureDialog::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("Working Folder"), m_folder->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

void CaptureDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void CaptureDialog::retranslate() {
    setWindowTitle(tr("Capture"));
    m_presetLabel->setText(tr("P&reset:"));
    m_savePreset->setText(tr("Save…"));
    m_savePreset->setToolTip(tr("Keep what is chosen here under a name"));
    m_removePreset->setText(tr("Remove"));
    m_removePreset->setToolTip(tr("Remove this saved preset"));
    m_targetLabel->setText(tr("&On:"));
    const bool here = target().isEmpty();
    m_target->setItemText(0, tr("This machine"));
    if (here) m_target->setCurrentIndex(0);
    m_target->setToolTip(tr(
        "ssh:user@host[:port], or a command that runs another one elsewhere: docker exec -i NAME, kubectl exec -i POD --"));
    m_programLabel->setText(tr("&Program:"));
    m_argumentsLabel->setText(tr("&Arguments:"));
    m_arguments->setToolTip(tr("Separated by blanks; quotes as in a shell. Variables and patterns are not replaced."));
    m_folderLabel->setText(tr("&Working folder:"));
    m_environmentLabel->setText(tr("&Environment:"));
    m_environment->setPlaceholderText(tr("NAME=value, a line each"));
    m_chooseProgram->setAccessibleName(tr("Choose a program"));
    m_chooseFolder->setAccessibleName(tr("Choose a folder"));
    for (QToolButton* b : {m_savePreset, m_removePreset})
        if (b->text().isEmpty()) b->setAccessibleName(b->toolTip());
    m_commandLabel->setText(tr("The same on the command line, on this machine or on another one:"));
    m_command->setAccessibleName(tr("Command line"));
    m_copy->setText(tr("&Copy"));
    m_paste->setText(tr("Paste Co&mmand"));
    m_paste->setToolTip(
        tr("Fill the form from a command line on the clipboard: nsys profile …, sightline profile …, or a program"));
    m_start->setText(tr("&Start"));
    const QString chosen = m_preset->currentData().toString();
    fillPresets(chosen);
    for (const CapturePreset& p : capturePresets())
        if (p.key == chosen) m_presetMeaning->setText(p.meaning);
    updateState();
}

}  // namespace app
