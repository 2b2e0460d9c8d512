// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/capture_options_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/capture/capture_texts.h"
#include "app/kit/std_text.h"
#include "importers/capture/traced_kinds.h"

namespace app {
namespace {

using capture::OptionInfo;
using Group = OptionInfo::Group;

constexpr Group kPages[] = {Group::Trace, Group::Sampling, Group::Range, Group::Program, Group::Output};
constexpr int kControlWidth = 190, kUnderCheckBox = 22, kBetweenOptions = 8;  // logical px

/// "N" in "sigterm|N" stands for something that is typed.
bool isPlaceholder(const QString& word) { return word == word.toUpper(); }

QLabel* costLabel() {
    auto* label = new QLabel;
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace

CaptureOptionsView::CaptureOptionsView(QWidget* parent)
    : QTabWidget(parent), m_raw(new QPlainTextEdit), m_rawHint(costLabel()) {
    setObjectName(QStringLiteral("captureOptions"));
    setDocumentMode(true);
    for (const Group group : kPages) {
        auto* page = new QWidget;
        auto* grid = new QGridLayout(page);
        grid->setContentsMargins(14, 12, 14, 10);
        grid->setHorizontalSpacing(14);
        grid->setVerticalSpacing(2);
        grid->setColumnStretch(0, 1);
        if (group == Group::Trace) addTraceKinds(grid);
        for (const OptionInfo& info : capture::optionTable())
            if (info.group == group && hasControl(info)) addControl(grid, info);
        grid->setRowStretch(grid->rowCount(), 1);
        auto* scroll = new QScrollArea;
        scroll->setFocusPolicy(Qt::NoFocus);  // its controls have it
        scroll->setWidget(page);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        addTab(scroll, QString());
    }
    m_raw->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_raw->setObjectName(QStringLiteral("rawOptions"));
    m_raw->setTabChangesFocus(true);
    auto* page = new QWidget;
    auto* down = new QVBoxLayout(page);
    down->setContentsMargins(14, 12, 14, 10);
    down->addWidget(m_rawHint);
    down->addWidget(m_raw, 1);
    addTab(page, QString());
    connect(m_raw, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_quiet) emit changed();
    });
    retranslate();
    setValues({});
}

/// What it costs stands under it, as wide as the page: in a column of its own it would be higher than wide.
void CaptureOptionsView::addRow(QGridLayout* grid, QWidget* first, QWidget* second, QLabel* cost) {
    const int row = grid->rowCount();
    grid->addWidget(first, row, 0, 1, second ? 1 : 2, Qt::AlignVCenter);
    if (second) grid->addWidget(second, row, 1, Qt::AlignVCenter);
    cost->setContentsMargins(second ? 0 : kUnderCheckBox, 0, 0, kBetweenOptions);
    grid->addWidget(cost, row + 1, 0, 1, 2);
}

void CaptureOptionsView::addTraceKinds(QGridLayout* grid) {
    std::vector<QLabel*> costs;
    for (const TraceKind& kind : traceKinds()) {
        auto* box = new QCheckBox;
        box->setObjectName(QStringLiteral("trace-") + kind.key);
        QFont font = box->font();
        font.setWeight(QFont::DemiBold);
        box->setFont(font);
        costs.push_back(costLabel());
        addRow(grid, box, nullptr, costs.back());
        m_kinds.emplace_back(kind.key, box);
        connect(box, &QCheckBox::toggled, this, [this] {
            if (!m_quiet) emit changed();
        });
    }
    const OptionInfo* info = capture::findOption("--trace");
    m_controls.push_back({QStringLiteral("trace"), utf8(info->standard), [this] { return traceValue(); },
                          [this](const QString& value) {
                              QStringList words = value.split(u',');
                              for (QString& word : words)  // other words for the same
                                  if (const auto* kind = importers::capture::tracedKind(word.toStdString()))
                                      word = utf8(kind->key);
                              for (const auto& [key, box] : m_kinds) box->setChecked(words.contains(key));
                          },
                          [this, costs] {
                              const QList<TraceKind> kinds = traceKinds();
                              for (std::size_t i = 0; i < m_kinds.size(); ++i) {
                                  m_kinds[i].second->setText(kinds[static_cast<qsizetype>(i)].text.label);
                                  costs[i]->setText(kinds[static_cast<qsizetype>(i)].text.cost);
                              }
                          }});
}

QString CaptureOptionsView::traceValue() const {
    QStringList out;
    for (const auto& [key, box] : m_kinds)
        if (box->isChecked()) out.append(key);
    return out.isEmpty() ? QStringLiteral("none") : out.join(u',');
}

void CaptureOptionsView::addControl(QGridLayout* grid, const OptionInfo& info) {
    const QString name = utf8(info.name), standard = utf8(info.standard);
    const auto tell = [this] {
        if (!m_quiet) emit changed();
    };
    Control control{name, standard, {}, {}, {}};
    auto* cost = costLabel();
    QWidget* field = nullptr;
    QLabel* label = nullptr;
    if (info.isSwitch()) {
        auto* box = new QCheckBox;
        connect(box, &QCheckBox::toggled, this, tell);
        control.get = [box] { return box->isChecked() ? QStringLiteral("true") : QStringLiteral("false"); };
        control.set = [box](const QString& v) { box->setChecked(v == QLatin1String("true")); };
        control.retranslate = [box, cost, &info] {
            box->setText(optionText(info).label), cost->setText(optionText(info).cost);
        };
        field = box;
    } else {
        label = new QLabel;
        QStringList words = utf8(info.value).split(u'|');
        if (words.size() > 1) {
            auto* box = new QComboBox;
            box->setEditable(std::any_of(words.cbegin(), words.cend(), isPlaceholder));
            words.removeIf(isPlaceholder);
            box->addItems(words);
            connect(box, &QComboBox::currentTextChanged, this, tell);
            control.get = [box] { return box->currentText().trimmed(); };
            control.set = [box](const QString& v) {
                if (const int at = box->findText(v); at < 0 && !box->isEditable()) box->addItem(v);  // "node:host-only"
                box->setCurrentText(v);
            };
            field = box;
        } else {
            auto* edit = new QLineEdit;
            edit->setPlaceholderText(standard);
            connect(edit, &QLineEdit::textChanged, this, tell);
            control.get = [edit, standard] {
                return edit->text().trimmed().isEmpty() ? standard : edit->text().trimmed();
            };
            control.set = [edit, standard](const QString& v) { edit->setText(v == standard ? QString() : v); };
            field = edit;
        }
        field->setFixedWidth(kControlWidth);
        label->setBuddy(field);
        control.retranslate = [label, field, cost, &info] {
            label->setText(optionText(info).label);
            field->setAccessibleName(label->text());
            cost->setText(optionText(info).cost);
        };
    }
    field->setObjectName(QStringLiteral("option-") + name);
    const QString typed =
        info.letter ? QStringLiteral("-%1, --%2").arg(QLatin1Char(info.letter)).arg(name) : QStringLiteral("--") + name;
    field->setToolTip(typed + u'\n' + QString::fromStdString(capture::meaningOf(info)));
    addRow(grid, label ? static_cast<QWidget*>(label) : field, label ? field : nullptr, cost);
    m_controls.push_back(std::move(control));
}

QMap<QString, QString> CaptureOptionsView::values() const {
    QMap<QString, QString> out;
    for (const Control& c : m_controls)
        if (const QString value = c.get(); value != c.standard) out.insert(c.name, value);
    return out;
}

QMap<QString, QString> CaptureOptionsView::setValues(const QMap<QString, QString>& values) {
    m_quiet = true;
    QMap<QString, QString> left = values;
    for (const Control& c : m_controls) {
        c.set(values.value(c.name, c.standard));
        left.remove(c.name);
    }
    m_quiet = false;
    emit changed();
    return left;
}

QString CaptureOptionsView::raw() const { return m_raw->toPlainText().trimmed(); }
void CaptureOptionsView::setRaw(const QString& text) { m_raw->setPlainText(text); }

void CaptureOptionsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QTabWidget::changeEvent(event);
}

void CaptureOptionsView::retranslate() {
    const QString titles[] = {tr("What is traced"), tr("CPU, GPU and machine"), tr("When"),
                              tr("The program"),    tr("The report"),           tr("Other options")};
    for (int i = 0; i < count(); ++i) setTabText(i, titles[i]);
    for (const Control& c : m_controls) c.retranslate();
    m_rawHint->setText(tr(
        "Options as they are typed behind “sightline profile”. They are added to those of the other pages; “sightline profile --help” lists all."));
    m_raw->setAccessibleName(titles[std::size(kPages)]);
}

}  // namespace app
