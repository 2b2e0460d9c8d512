// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QXmlStreamReader>

#include "tests/ui/app_test.h"

/// What an SVG holds, as an XML reader sees it.
struct Svg {
    struct Rect {
        QRectF rect;
        QString fill;
    };
    struct Text {
        QPointF at;
        QString text;
    };
    QList<Rect> rects;
    QList<Text> texts;
    int images = 0;
    QString error;

    explicit Svg(const QByteArray& file) {
        QXmlStreamReader xml(file);
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement()) continue;
            const auto a = xml.attributes();
            const auto number = [&a](const char* name) { return a.value(QLatin1String(name)).toDouble(); };
            if (xml.name() == u"rect")
                rects.append({QRectF(number("x"), number("y"), number("width"), number("height")),
                              a.value(QLatin1String("fill")).toString()});
            else if (xml.name() == u"image") ++images;
            else if (xml.name() == u"text") {
                const QPointF at(number("x"), number("y"));
                texts.append({at, xml.readElementText()});
            }
        }
        error = xml.hasError() ? xml.errorString() : QString();
    }
    bool says(const QString& text) const { return find(text) != nullptr; }
    const Text* find(const QString& text) const {
        for (const Text& t : texts)
            if (t.text == text) return &t;
        return nullptr;
    }
    QString allText() const {
        QStringList out;
        for (const Text& t : texts) out.append(t.text);
        return out.join(u'\n');
    }
};

inline QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Without the spaces that group digits.
inline QString squeezed(QString text) {
    text.removeIf([](QChar c) { return c.isSpace() && c != u'\n'; });
    return text;
}
