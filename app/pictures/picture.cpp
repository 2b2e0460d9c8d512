// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/picture.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextLayout>

#include "app/kit/language.h"
#include "app/kit/theme.h"
#include "app/pictures/forward_device.h"
#include "app/pictures/picture_body.h"
#include "app/pictures/picture_fonts.h"
#include "app/pictures/svg_device.h"
#include "app/report/page_host.h"
#include "app/report/report_page.h"
#include "timeline/paint/shapes.h"

#include "sightline_version.h"

namespace app {
namespace {

constexpr int kMargin = 16, kSpace = 10;  // logical px
constexpr int kSwatch = 12, kEntryLine = 18, kEntryGap = 18;
constexpr int kCaptionPx = 16, kLegendPx = 11, kFooterPx = 10;
constexpr qsizetype kMostCaptionLines = 6;
constexpr double kMostDevicePixels = 120e6;  // half a gigabyte
constexpr double kDotsPerInch = 96, kPointsPerPx = 72 / kDotsPerInch;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(app::Picture)
};

QFont sized(int px, bool bold = false) {
    QFont font = pictureFont();
    font.setPixelSize(px);
    font.setBold(bold);
    return font;
}

/// With a line's end wherever one is needed: between words, and inside of one (the name of a file, Chinese) that is
/// wider than the picture.
QString broken(const QString& text, const QFont& font, int width) {
    QStringList out;
    for (const QString& paragraph : text.split(u'\n')) {
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            out.append(paragraph.mid(line.textStart(), line.textLength()).trimmed());
        }
        layout.endLayout();
    }
    return out.join(u'\n');
}

/// Its first lines; a caption stands above a picture and is none itself.
QString firstLines(const QString& broken, qsizetype most) {
    const QStringList lines = broken.split(u'\n');
    return lines.size() <= most ? broken : lines.first(most).join(u'\n') + QStringLiteral(" …");
}

int textHeight(const QString& broken, const QFont& font) {
    return broken.isEmpty() ? 0 : QFontMetrics(font).boundingRect(QRect(0, 0, 1 << 20, 1 << 20), 0, broken).height();
}

void paintFrame(QPainter& p, const QRectF& r, const QColor& colour) {
    for (const QRectF& side : {QRectF(r.left(), r.top(), r.width(), 1), QRectF(r.left(), r.bottom() - 1, r.width(), 1),
                               QRectF(r.left(), r.top(), 1, r.height()), QRectF(r.right() - 1, r.top(), 1, r.height())})
        p.fillRect(side, colour);
}

using Paint = std::function<void(QCPPainter&)>;

QByteArray svgOf(const QSize& size, const QString& title, const Paint& paint) {
    if (size.isEmpty()) return {};
    SvgDevice device(size, title);
    QCPPainter p;
    p.begin(&device);
    p.setMode(QCPPainter::pmVectorized);
    paint(p);
    p.end();
    return device.svg();
}

/// The moment of its making would make each file another one: the same picture has the same bytes.
QByteArray withoutDate(QByteArray pdf) {
    const qsizetype from = pdf.lastIndexOf("/CreationDate (D:");
    if (from < 0) return pdf;
    static constexpr char kDate[] = "20000101000000000000";
    qsizetype at = from + static_cast<qsizetype>(sizeof("/CreationDate (D:")) - 1;
    for (std::size_t digit = 0; at < pdf.size() && pdf[at] != ')'; ++at)
        if (pdf[at] >= '0' && pdf[at] <= '9' && digit < sizeof(kDate) - 1) pdf[at] = kDate[digit++];
        else if (pdf[at] == '-') pdf[at] = '+';
    return pdf;
}

QByteArray pdfOf(const QSize& size, const QString& title, const Paint& paint) {
    if (size.isEmpty()) return {};
    QByteArray out;
    QBuffer buffer(&out);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator(QStringLiteral("Sightline %1").arg(QStringLiteral(SIGHTLINE_VERSION)));
        writer.setTitle(title);
        writer.setPageMargins(QMarginsF());
        writer.setPageSize(QPageSize(QSizeF(size) * kPointsPerPx, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setResolution(static_cast<int>(kDotsPerInch));
        QCPPainter p;
        p.begin(&writer);
        p.setRenderHint(QPainter::LosslessImageRendering);  // bars are no photograph
        p.setMode(QCPPainter::pmVectorized);
        paint(p);
        p.end();
    }
    return withoutDate(out);
}

}  // namespace

std::optional<PictureFormat> pictureFormatOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    for (const PictureFormat format : {PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf})
        if (ending == endingOf(format)) return format;
    return {};
}

QString endingOf(PictureFormat format) {
    return format == PictureFormat::Png   ? QStringLiteral("png")
           : format == PictureFormat::Svg ? QStringLiteral("svg")
                                          : QStringLiteral("pdf");
}

bool PictureSource::offers(PictureWhat what) const {
    if (what == PictureWhat::Window) return window;
    if (what == PictureWhat::Pane)
        return std::any_of(panes.begin(), panes.end(), [](const Pane& p) { return p.widget; });
    if (pages.empty()) return false;
    return std::all_of(pages.begin(), pages.end(), [what](const QPointer<ReportPage>& p) {
        return p && p->document()->state() != Document::State::Failed && p->view()->snapshot() &&
               (what != PictureWhat::Selection || p->view()->viewState().selection);
    });
}

Picture::Picture(const PictureSource& source, const PictureRequest& request)
    : m_request(request), m_body(PictureBody::make(source, request)) {
    if (!m_body) return;
    m_legend = m_body->legend(request.legend);
    m_title = m_body->footer().section(u'\n', 0, 0);
    if (request.footer) m_footer = m_body->footer();
    layOut();
    m_scale = std::clamp(request.scale, 1.0, 4.0);
    const double pixels = static_cast<double>(m_size.width()) * m_size.height();
    if (pixels * m_scale * m_scale > kMostDevicePixels) m_scale = std::max(1.0, std::sqrt(kMostDevicePixels / pixels));
}

Picture::~Picture() = default;

void Picture::layOut() {
    const QSize body = m_body->size();
    const int width = body.width();
    const bool bare = m_request.what == PictureWhat::Window && m_request.caption.isEmpty() && m_footer.isEmpty();
    m_margin = bare ? 0 : kMargin;
    int y = m_margin;
    const QString caption =
        broken(m_request.caption, sized(kCaptionPx, true),
               width - QFontMetrics(sized(kCaptionPx, true)).horizontalAdvance(QStringLiteral(" …")));
    m_caption = firstLines(caption, kMostCaptionLines);
    m_isCaptionCut = m_caption != caption;
    m_footer = broken(m_footer, sized(kFooterPx), width);
    const int captionHeight = textHeight(m_caption, sized(kCaptionPx, true));
    m_bodyTop = y + (captionHeight > 0 ? captionHeight + kSpace : 0);
    y = m_bodyTop + body.height();
    const QFontMetrics metrics(sized(kLegendPx));
    int x = 0, line = 0;
    for (const timeline::LegendEntry& e : m_legend) {
        const int taken = kSwatch + 6 + metrics.horizontalAdvance(e.text);
        if (x > 0 && x + taken > width) x = 0, line += kEntryLine;
        m_entries.emplace_back(x, line, taken, kEntryLine);
        x += taken + kEntryGap;
    }
    m_legendTop = y + kSpace;
    if (!m_entries.empty()) y = m_legendTop + line + kEntryLine;
    m_footerTop = y + kSpace;
    if (!m_footer.isEmpty()) y = m_footerTop + textHeight(m_footer, sized(kFooterPx));
    m_size = QSize(width + 2 * m_margin, y + m_margin);
}

bool Picture::tooManyShapes() const { return m_body && m_body->shapes() > kMostShapes; }

QStringList Picture::notes() const {
    QStringList out;
    if (!m_body) return out;
    if (m_request.format != PictureFormat::Png && tooManyShapes())
        out.append(
            Texts::tr(
                "There are too many bars to draw each as a shape (%1): bars are drawn as pixels, text remains text.")
                .arg(m_body->shapes()));
    if (m_request.format == PictureFormat::Png && m_scale < m_request.scale)
        out.append(Texts::tr("The picture would be too large: it has %1 pixels for each one on screen.")
                       .arg(m_scale, 0, 'f', 1));
    if (m_isCaptionCut)
        out.append(Texts::tr("The caption is too long: its first %n lines are in the picture.", nullptr,
                             static_cast<int>(kMostCaptionLines)));
    if (const int rows = m_body->rowsLeftOut(); rows > 0)
        out.append(Texts::tr("A picture can be no higher: %n rows at the end are left out.", nullptr, rows));
    if (const QStringList left = m_body->leftOut(); !left.isEmpty())
        out.append(Texts::tr("The picture is incomplete: %1.").arg(listOf(left)));
    return out;
}

void Picture::paint(QCPPainter& p, bool vector) const {
    const timeline::Tokens& t = timeline::tokens(m_request.theme);
    const int width = m_size.width() - 2 * m_margin;
    p.fillRect(QRect(QPoint(), m_size), QColor(t.canvas));
    p.setPen(QColor(t.text));
    p.setFont(sized(kCaptionPx, true));
    if (!m_caption.isEmpty())
        p.drawText(QRect(m_margin, m_margin, width, m_bodyTop - m_margin), Qt::AlignLeft | Qt::AlignTop, m_caption);
    p.save();
    p.translate(m_margin, m_bodyTop);
    m_body->paint(p, vector && !tooManyShapes());
    p.restore();
    if (m_margin > 0) {
        for (const QRect& part : m_body->frames())
            paintFrame(p, QRectF(part.translated(m_margin, m_bodyTop)).adjusted(-1, -1, 1, 1), QColor(t.grid));
    }
    paintLegend(p, m_legendTop);
    p.setPen(QColor(t.secondaryText));
    p.setFont(sized(kFooterPx));
    if (!m_footer.isEmpty())
        p.drawText(QRect(m_margin, m_footerTop, width, m_size.height() - m_footerTop), Qt::AlignLeft | Qt::AlignTop,
                   m_footer);
}

void Picture::paintLegend(QPainter& p, int top) const {
    p.setFont(sized(kLegendPx));
    for (std::size_t i = 0; i < m_legend.size(); ++i) {
        const timeline::LegendEntry& e = m_legend[i];
        const QRect place = m_entries[i].translated(m_margin, top);
        const double stripe = static_cast<double>(kSwatch) / static_cast<double>(e.colours.size());
        for (std::size_t c = 0; c < e.colours.size(); ++c)
            timeline::paintSwatch(p,
                                  QRectF(place.left() + static_cast<double>(c) * stripe,
                                         place.top() + (kEntryLine - kSwatch) / 2.0, stripe, kSwatch),
                                  e.colours[c], e.edge, e.pattern);
        p.setPen(QColor(timeline::tokens(m_request.theme).text));
        p.drawText(place.adjusted(kSwatch + 6, 0, 40, 0), Qt::AlignLeft | Qt::AlignVCenter, e.text);
    }
}

QImage Picture::toImage(double scale) const {
    if (m_size.isEmpty()) return {};
    if (m_margin == 0)
        if (const QImage grabbed = m_body->grab(); !grabbed.isNull()) return grabbed;
    QImage image((m_size * scale).expandedTo(QSize(1, 1)), QImage::Format_RGB32);
    image.setDevicePixelRatio(std::max(1.0, scale));
    QCPPainter p(&image);
    if (scale < 1) p.scale(scale, scale);  // a painter takes no ratio below one
    p.setRenderHint(QPainter::SmoothPixmapTransform, scale != m_scale);
    paint(p, false);
    p.end();
    // As large in a document as on screen, whatever the resolution. Set at the end: fonts would go by it.
    const int dotsPerMetre = static_cast<int>(std::lround(scale * kDotsPerInch / 0.0254));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return image;
}

QByteArray Picture::toSvg() const {
    return svgOf(m_size, title(), [this](QCPPainter& p) { paint(p, true); });
}

QByteArray Picture::toPdf() const {
    return pdfOf(m_size, title(), [this](QCPPainter& p) { paint(p, true); });
}

QString Picture::title() const { return m_request.caption.isEmpty() ? m_title : m_request.caption; }

QByteArray Picture::toFile() const { return fileMaker()(); }

std::function<QByteArray()> Picture::fileMaker() const {
    if (m_size.isEmpty()) return [] { return QByteArray(); };
    if (m_request.format == PictureFormat::Png) return [image = toImage()] { return pngOf(image); };
    const auto record = std::make_shared<PaintRecord>(m_size);
    QCPPainter p;
    p.begin(record.get());
    p.setMode(QCPPainter::pmVectorized);
    paint(p, true);
    p.end();
    return [record, make = m_request.format == PictureFormat::Svg ? &svgOf : &pdfOf, size = m_size, title = title()] {
        return make(size, title, [&](QCPPainter& to) { record->play(to); });
    };
}

QByteArray pngOf(const QImage& image) {
    QByteArray out;
    QBuffer buffer(&out);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return out;
}

std::optional<QString> writePicture(const QByteArray& file, const QString& path) {
    QSaveFile out(path);
    if (file.isEmpty()) return Texts::tr("there is nothing to show");
    if (out.open(QIODevice::WriteOnly) && out.write(file) == file.size() && out.commit()) return {};
    return out.errorString();
}

bool writePictureOf(QWidget& widget, const QString& title, const PaneHost* about, const QString& path) {
    const auto format = pictureFormatOf(path);
    if (!format) return false;
    PictureSource source;
    source.panes.push_back({&widget, title, QString()});
    if (ReportPage* page = pageOf(about)) source.pages.push_back(page);
    PictureRequest request;
    request.what = PictureWhat::Pane;
    request.pane = &widget;
    request.format = *format;
    request.theme = themeManager()->theme();
    return !writePicture(Picture(source, request).toFile(), path);
}

QMimeData* mimeOf(const Picture& picture) {
    auto* data = new QMimeData;
    data->setImageData(picture.toImage());
    data->setData(QStringLiteral("image/svg+xml"), picture.toSvg());
    if (picture.format() == PictureFormat::Pdf) data->setData(QStringLiteral("application/pdf"), picture.toPdf());
    return data;
}

}  // namespace app
