// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPointer>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "timeline/paint/legend.h"

class QCPPainter;
class QMimeData;

namespace app {

class PaneHost;
class ReportPage;

enum class PictureFormat : std::uint8_t { Png, Svg, Pdf };
/// By the ending of a file's name; nothing for others.
std::optional<PictureFormat> pictureFormatOf(const QString& path);
QString endingOf(PictureFormat format);

enum class PictureWhat : std::uint8_t {
    View,       ///< the timeline as on screen
    Selection,  ///< the selected span of time
    Whole,      ///< the whole report, all rows
    Pane,
    Window,
};

/// What a window offers to pictures.
struct PictureSource {
    struct Pane {
        QPointer<QWidget> widget;
        QString title;
        QString about;  ///< what it shows, like a kernel; empty where the title says that
    };
    QPointer<QWidget> window;
    std::vector<QPointer<ReportPage>> pages;  ///< the report in front, or both that are compared
    std::vector<Pane> panes;                  ///< that can be seen

    bool offers(PictureWhat what) const;
};

/// What a picture is to show, and how.
struct PictureRequest {
    PictureWhat what = PictureWhat::View;
    PictureFormat format = PictureFormat::Png;
    QPointer<QWidget> pane;  ///< of What::Pane
    bool allRows = false;    ///< not only those on screen
    int width = 0;           ///< logical px of a timeline; 0 = as on screen
    double scale = 2;        ///< device px for each logical one, 1 … 4; shapes lie on that grid, too
    timeline::Theme theme = timeline::Theme::Light;
    timeline::LegendBy legend = timeline::LegendBy::Kinds;
    QString caption;
    bool footer = true;  ///< name of the file, when it was captured, span of time
};

class PictureBody;

/// A picture of a timeline, a pane or a window that is ready to be painted, the same for a dialog, the clipboard, a
/// drag and a file. Made and used at once: it looks at what it shows.
class Picture {
public:
    Picture(const PictureSource& source, const PictureRequest& request);
    ~Picture();

    /// Logical px; empty where there is nothing to show.
    QSize size() const { return m_size; }
    /// Device px for each logical one; less than requested where the picture would be too large.
    double scale() const { return m_scale; }
    PictureFormat format() const { return m_request.format; }
    /// What a person should know about the result, in sentences.
    QStringList notes() const;

    /// With that many device px for each logical one.
    QImage toImage(double scale) const;
    QImage toImage() const { return toImage(m_scale); }
    QByteArray toSvg() const;
    QByteArray toPdf() const;
    /// The content of the file in the requested format. Making it takes a while.
    QByteArray toFile() const;
    /// The same, painted now and packed when it is called, in any thread and also when this is gone.
    std::function<QByteArray()> fileMaker() const;

    static constexpr std::size_t kMostShapes = 40'000;  ///< with more, bars of a vector picture are pixels

private:
    void layOut();
    void paint(QCPPainter& painter, bool vector) const;
    void paintLegend(QPainter& painter, int top) const;
    bool tooManyShapes() const;
    QString title() const;

    PictureRequest m_request;
    std::unique_ptr<PictureBody> m_body;
    std::vector<timeline::LegendEntry> m_legend;
    std::vector<QRect> m_entries;  ///< where the entries of the legend lie, from its top
    QString m_caption, m_footer;   ///< in lines
    QString m_title;
    QSize m_size;
    int m_margin = 0, m_bodyTop = 0, m_legendTop = 0, m_footerTop = 0;
    double m_scale = 1;
    bool m_isCaptionCut = false;
};

/// PNG of an image, for any thread.
QByteArray pngOf(const QImage& image);
/// Writes it at once and atomically; else why it could not be, as the system says it.
std::optional<QString> writePicture(const QByteArray& file, const QString& path);
/// Writes a picture of one widget, as it is on screen, in the format of the name's ending; false if that fails. `about`
/// is the report that it shows, or null.
bool writePictureOf(QWidget& widget, const QString& title, const PaneHost* about, const QString& path);
/// What other programs may accept: an image, SVG, and PDF where that was requested.
QMimeData* mimeOf(const Picture& picture);

}  // namespace app
