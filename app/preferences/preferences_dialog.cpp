// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/kit/preferences.h"
#include "app/preferences/shortcut_list.h"
#include "app/preferences/storage_list.h"

namespace app {
namespace {
constexpr QSize kSize(760, 520);  // logical px
constexpr int kListWidth = 170;

bool holds(const QString& text, const QStringList& words) {
    return std::all_of(words.begin(), words.end(),
                       [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}
}  // namespace

PreferencesDialog::PreferencesDialog(PreferenceSources sources, QWidget* parent)
    : QDialog(parent), m_sources(std::move(sources)), m_search(new QLineEdit), m_list(new QListWidget),
      m_stack(new QStackedWidget) {
    setObjectName(QStringLiteral("preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("preferencePages"));
    auto* left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_list, 1);
    m_search->setFixedWidth(kListWidth);
    m_list->setFixedWidth(kListWidth);
    auto* row = new QHBoxLayout(this);
    row->addLayout(left);
    row->addWidget(m_stack, 1);
    for (std::size_t i = 0; i < kPreferencePageCount; ++i) {
        m_list->addItem(QString());
        m_stack->addWidget(makePage(static_cast<PreferencePage>(i)));
    }
    connect(m_list, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_search, &QLineEdit::textChanged, this, &PreferencesDialog::search);
    connect(preferenceChanges(), &PreferenceChanges::changed, this, &PreferencesDialog::onChanged);
    m_list->setCurrentRow(0);
    m_list->setFocus();
    resize(kSize);
    retranslate();
}

QWidget* PreferencesDialog::makePage(PreferencePage page) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    column->addLayout(form);
    for (const PreferenceItem& item : preferenceTable())
        if (item.page == page) addLine(item, form);
    if (page == PreferencePage::Keys) column->addWidget(m_shortcuts = new ShortcutList(m_sources.commands), 1);
    else if (page == PreferencePage::Storage) column->addWidget(m_storage = new StorageList, 1);
    else column->addStretch(1);
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(content);
    return area;
}

void PreferencesDialog::addLine(const PreferenceItem& item, QFormLayout* form) {
    Line line{&item, nullptr, makeControl(item), nullptr};
    line.control->setObjectName(QLatin1String(item.key));
    if (item.control == PreferenceControl::Check) {
        form->addRow(line.control);
    } else {
        line.label = new QLabel;
        line.label->setBuddy(line.control);
        form->addRow(line.label, line.control);
    }
    if (*item.hint) {
        line.hint = new QLabel;
        line.hint->setWordWrap(true);
        line.hint->setForegroundRole(QPalette::PlaceholderText);
        form->addRow(line.hint);
    }
    m_lines.append(line);
}

QWidget* PreferencesDialog::makeControl(const PreferenceItem& item) {
    switch (item.control) {
    case PreferenceControl::Check: {
        auto* box = new QCheckBox;
        connect(box, &QCheckBox::toggled, this, [&item](bool on) { item.set(on); });
        return box;
    }
    case PreferenceControl::Choice: {
        auto* box = new QComboBox;
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(box, &QComboBox::currentIndexChanged, this, [&item, box] { item.set(box->currentData()); });
        return box;
    }
    case PreferenceControl::Number: break;
    }
    auto* box = new QSpinBox;
    box->setRange(item.least - 1, item.most);
    connect(box, &QSpinBox::valueChanged, this, [&item](int value) { item.set(value < item.least ? 0 : value); });
    return box;
}

/// Texts and value, as they are now.
void PreferencesDialog::fill(const Line& line) {
    const PreferenceItem& item = *line.item;
    const QSignalBlocker quiet(line.control);
    const QVariant value = item.value();
    if (line.label) line.label->setText(textOf(item));
    if (line.hint) line.hint->setText(hintOf(item));
    line.control->setAccessibleDescription(hintOf(item));
    if (auto* check = qobject_cast<QCheckBox*>(line.control)) {
        check->setText(textOf(item));
        check->setChecked(value.toBool());
    } else if (auto* box = qobject_cast<QComboBox*>(line.control)) {
        box->clear();
        for (const PreferenceChoice& choice : item.choices(m_sources)) box->addItem(choice.text, choice.id);
        box->setCurrentIndex(std::max(0, box->findData(value)));
    } else if (auto* number = qobject_cast<QSpinBox*>(line.control)) {
        number->setSpecialValueText(usualOf(item));
        number->setSuffix(suffixOf(item));
        number->setValue(std::max(item.least - 1, value.toInt()));
    }
}

void PreferencesDialog::onChanged(const QString& key) {
    for (const Line& line : std::as_const(m_lines))
        if (key == QLatin1String(line.item->key)) fill(line);
}

void PreferencesDialog::showPage(PreferencePage page) { m_list->setCurrentRow(static_cast<int>(page)); }

QStringList PreferencesDialog::pageNames() {
    static_assert(kPreferencePageCount == 6);
    return {QStringLiteral("appearance"), QStringLiteral("times"), QStringLiteral("keys"),
            QStringLiteral("panes"),      QStringLiteral("files"), QStringLiteral("storage")};
}

bool PreferencesDialog::showPage(const QString& name) {
    const auto at = pageNames().indexOf(name);
    if (at >= 0) m_list->setCurrentRow(static_cast<int>(at));
    return at >= 0;
}

void PreferencesDialog::search(const QString& text) {
    if (m_search->text() != text) return m_search->setText(text);
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    QList<bool> found(static_cast<qsizetype>(kPreferencePageCount), words.isEmpty());
    for (const Line& line : std::as_const(m_lines)) {
        const auto page = static_cast<qsizetype>(line.item->page);
        const QString all = textOf(*line.item).remove(u'&') + u' ' + hintOf(*line.item);
        const bool fits = holds(all, words) || holds(preferencePageText(line.item->page), words);
        for (QWidget* w : std::initializer_list<QWidget*>{line.label, line.control, line.hint})
            if (w) w->setVisible(fits);
        found[page] |= fits;
    }
    m_shortcuts->search(words);
    found[static_cast<qsizetype>(PreferencePage::Keys)] |= m_shortcuts->shown() > 0;
    found[static_cast<qsizetype>(PreferencePage::Storage)] |= holds(m_storage->words(), words);
    for (int i = 0; i < m_list->count(); ++i) m_list->item(i)->setHidden(!found[i]);
    const auto first = found.indexOf(true);
    if (first >= 0 && m_list->currentItem()->isHidden()) m_list->setCurrentRow(static_cast<int>(first));
}

void PreferencesDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void PreferencesDialog::retranslate() {
    setWindowTitle(tr("Preferences"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_list->setAccessibleName(windowTitle());
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setText(preferencePageText(static_cast<PreferencePage>(i)));
    for (const Line& line : std::as_const(m_lines)) fill(line);
}

}  // namespace app
