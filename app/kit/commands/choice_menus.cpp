// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/commands/choice_menus.h"

#include <QCoreApplication>
#include <QMenu>

#include "app/kit/language.h"
#include "app/kit/preferences.h"
#include "app/kit/theme.h"

namespace app {
namespace {

void addCheckable(QMenu& menu, const QString& text, bool checked, const Preference<QString>& preference,
                  const QString& value) {
    QAction* action = menu.addAction(text, &menu, [&preference, value] { preference.set(value); });
    action->setObjectName(QLatin1String(preference.key) + u'/' + value);
    action->setCheckable(true);
    action->setChecked(checked);
}

}  // namespace

void fillThemeMenu(QMenu& menu) {
    menu.clear();
    for (const auto& [choice, text] :
         {std::pair(ThemeChoice::System, QT_TRANSLATE_NOOP("Preferences", "Like the System")),
          std::pair(ThemeChoice::Light, QT_TRANSLATE_NOOP("Preferences", "Light")),
          std::pair(ThemeChoice::Dark, QT_TRANSLATE_NOOP("Preferences", "Dark"))})
        addCheckable(menu, QCoreApplication::translate("Preferences", text), themeManager()->choice() == choice,
                     preferences::kTheme, themeChoiceId(choice));
}

void fillLanguageMenu(QMenu& menu) {
    menu.clear();
    for (const QString& language : languages())
        addCheckable(menu, languageName(language), currentLanguage() == language, preferences::kLanguage, language);
}

void followLanguage() {
    const QString kept = preferences::kLanguage.value(), wanted = kept.isEmpty() ? systemLanguage() : kept;
    if (wanted != currentLanguage()) setLanguage(wanted);
}

}  // namespace app
