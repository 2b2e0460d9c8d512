// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/picture_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDrag>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QUrl>

#include "app/kit/icons.h"
#include "app/kit/manual/manual_place.h"
#include "app/kit/preferences.h"
#include "app/report/report_page.h"
#include "timeline/look/format.h"

namespace app {

namespace {
constexpr int kSoonMs = 150;
constexpr QSize kFirstSize(1060, 560), kFileDialog(900, 560);
constexpr int kFormWidth = 320, kDraggedWidth = 240, kStep = 100;  // logical px
constexpr int kNarrowest = 400, kWidest = 8000;
constexpr PictureFormat kFormats[] = {PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf};
}  // namespace

/// Shows the picture as large as there is room; a drag hands it to another program.
class PicturePreview : public QWidget {
public:
    PicturePreview(std::function<void()> drag, QWidget* parent) : QWidget(parent), m_drag(std::move(drag)) {
        setCursor(Qt::OpenHandCursor);
        setMinimumSize(320, 240);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    }
    void setImage(QImage image) {
        m_image = std::move(image);
        m_image.setDevicePixelRatio(devicePixelRatioF());
        update();
    }
    const QImage& image() const { return m_image; }
    /// Device px for each px of a picture of that size, so that it fits.
    double fitting(const QSize& size) const {
        const QSize room = this->size() - QSize(24, 24);
        return std::min({4.0, devicePixelRatioF() * room.width() / size.width(),
                         devicePixelRatioF() * room.height() / size.height()});
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter p(this);
        p.fillRect(rect(), palette().color(QPalette::Midlight));
        if (m_image.isNull()) return;
        const QSizeF size = QSizeF(m_image.size()) / devicePixelRatioF();
        const QRectF place(
            QPointF(std::round((width() - size.width()) / 2), std::round((height() - size.height()) / 2)), size);
        p.fillRect(place.adjusted(-1, -1, 1, 1), palette().color(QPalette::Dark));
        p.drawImage(place.topLeft(), m_image);
    }
    void mousePressEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton) m_pressed = event->pos();
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        if (!(event->buttons() & Qt::LeftButton) || !m_pressed ||
            (event->pos() - *m_pressed).manhattanLength() < QApplication::startDragDistance())
            return;
        m_pressed.reset();
        if (!m_image.isNull()) m_drag();
    }

private:
    std::function<void()> m_drag;
    std::optional<QPoint> m_pressed;
    QImage m_image;
};

PictureDialog::PictureDialog(std::function<PictureSource()> source, bool kept, QWidget* parent)
    : QDialog(parent), m_source(std::move(source)), m_kept(kept),
      m_preview(new PicturePreview([this] { startDrag(); }, this)), m_what(new QComboBox), m_format(new QComboBox),
      m_scale(new QComboBox), m_theme(new QComboBox), m_legend(new QComboBox), m_allRows(new QCheckBox),
      m_footer(new QCheckBox), m_width(new QSpinBox), m_caption(new QLineEdit), m_status(new QLabel),
      m_save(new QPushButton), m_copy(new QPushButton) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("pictureDialog"));
    addManualKey(this, QStringLiteral("dialog.picture"));
    layOut();
    connectControls();
    retranslate();
    if (!m_kept) return;
    m_format->setCurrentIndex(preferences::kPictureFormat.value());
    m_scale->setCurrentIndex(preferences::kPictureScale.value());
    m_theme->setCurrentIndex(preferences::kPictureTheme.value());
    m_legend->setCurrentIndex(preferences::kPictureLegend.value());
    m_footer->setChecked(preferences::kPictureFooter.value());
}

PictureDialog::~PictureDialog() = default;

void PictureDialog::layOut() {
    auto* form = new QFormLayout;
    makeForm(form);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_copy);
    buttons->addStretch(1);
    buttons->addWidget(m_save);
    m_save->setDefault(true);
    m_copy->setAutoDefault(false);
    m_status->setWordWrap(true);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setMinimumHeight(3 * fontMetrics().height());
    m_status->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* right = new QWidget;
    right->setFixedWidth(kFormWidth);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(12, 12, 12, 12);
    column->addLayout(form);
    column->addStretch(1);
    column->addWidget(m_status);
    column->addLayout(buttons);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_preview, 1);
    all->addWidget(right);
    resize(kFirstSize);
}

void PictureDialog::connectControls() {
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &PictureDialog::refreshNow);
    const auto changed = [this] {
        m_said.clear();
        updateControls();
        m_soon.start();
    };
    for (QComboBox* box : {m_what, m_format, m_scale, m_theme, m_legend})
        connect(box, &QComboBox::currentIndexChanged, this, changed);
    for (QCheckBox* box : {m_allRows, m_footer}) connect(box, &QCheckBox::toggled, this, changed);
    connect(m_width, &QSpinBox::valueChanged, this, changed);
    connect(m_caption, &QLineEdit::textChanged, this, changed);
    connect(m_save, &QPushButton::clicked, this, &PictureDialog::chooseFile);
    connect(m_copy, &QPushButton::clicked, this, &PictureDialog::copy);
    for (const auto& page : m_source().pages)
        connect(page->view(), &timeline::TimelineView::viewStateChanged, &m_soon, qOverload<>(&QTimer::start));
}

void PictureDialog::makeForm(QFormLayout* form) {
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(8);
    m_width->setRange(kNarrowest - kStep, kWidest);  // the least value is "as on screen"
    m_width->setSingleStep(kStep);
    m_footer->setChecked(true);
    for (QWidget* field : std::initializer_list<QWidget*>{m_what, m_allRows, m_format, m_scale, m_width, m_theme,
                                                          m_legend, m_caption, m_footer}) {
        if (field == m_allRows || field == m_footer) {
            form->addRow(QString(), field);
            continue;
        }
        auto* label = new QLabel;
        label->setBuddy(field);
        m_labels[field] = label;
        form->addRow(label, field);
    }
}

void PictureDialog::fillWhat() {
    const PictureSource source = m_source();
    const Choice chosen =
        m_what->currentIndex() >= 0 ? m_choices[static_cast<std::size_t>(m_what->currentIndex())] : Choice();
    const QSignalBlocker quiet(m_what);
    m_what->clear();
    m_choices.clear();
    const auto add = [this](const QString& text, Choice choice) {
        m_what->addItem(text);
        m_choices.push_back(choice);
    };
    const bool two = source.pages.size() > 1;
    if (source.offers(PictureWhat::View))
        add(two ? tr("Timelines as on screen") : tr("Timeline as on screen"), {PictureWhat::View, nullptr});
    if (source.offers(PictureWhat::Selection)) add(tr("Selected span of time"), {PictureWhat::Selection, nullptr});
    if (source.offers(PictureWhat::Whole))
        add(two ? tr("Whole reports, all rows") : tr("Whole report, all rows"), {PictureWhat::Whole, nullptr});
    for (const PictureSource::Pane& pane : source.panes) add(pane.title, {PictureWhat::Pane, pane.widget});
    add(tr("Window"), {PictureWhat::Window, nullptr});
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        if (m_choices[i].what == chosen.what && m_choices[i].pane == chosen.pane)
            m_what->setCurrentIndex(static_cast<int>(i));
}

void PictureDialog::choose(PictureWhat what, QWidget* pane) {
    fillWhat();
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        if (m_choices[i].what == what && (!pane || m_choices[i].pane == pane)) {
            m_what->setCurrentIndex(static_cast<int>(i));
            break;
        }
    updateControls();
    m_soon.start();
}

PictureRequest PictureDialog::request() const {
    PictureRequest w;
    if (m_what->currentIndex() >= 0) {
        const Choice& choice = m_choices[static_cast<std::size_t>(m_what->currentIndex())];
        w.what = choice.what;
        w.pane = choice.pane;
    }
    w.format = kFormats[std::clamp(m_format->currentIndex(), 0, 2)];
    const bool timeline =
        w.what == PictureWhat::View || w.what == PictureWhat::Selection || w.what == PictureWhat::Whole;
    w.allRows = m_allRows->isChecked();
    w.width = timeline && m_width->value() >= kNarrowest ? m_width->value() : 0;
    w.scale = w.format == PictureFormat::Png ? m_scale->currentIndex() + 1 : 2;
    w.theme = m_theme->currentIndex() == 1 ? timeline::Theme::Dark : timeline::Theme::Light;
    w.legend =
        timeline ? static_cast<timeline::LegendBy>(std::max(0, m_legend->currentIndex())) : timeline::LegendBy::Nothing;
    w.caption = m_caption->text().trimmed();
    w.footer = m_footer->isChecked() && w.what != PictureWhat::Window;
    return w;
}

void PictureDialog::updateControls() {
    const PictureRequest w = request();
    const bool window = w.what == PictureWhat::Window, timeline = !window && w.what != PictureWhat::Pane;
    m_allRows->setEnabled(!window && w.what != PictureWhat::Whole);
    m_scale->setEnabled(w.format == PictureFormat::Png && !(window && w.caption.isEmpty()));
    m_width->setEnabled(timeline);
    m_legend->setEnabled(timeline);
    m_footer->setEnabled(!window);
    m_status->setText(status());
}

QString PictureDialog::status() const { return m_said; }

QImage PictureDialog::preview() const { return m_preview->image(); }

void PictureDialog::refreshNow() {
    m_soon.stop();
    fillWhat();
    const Picture picture(m_source(), request());
    const bool any = !picture.size().isEmpty();
    m_save->setEnabled(any);
    m_copy->setEnabled(any);
    // The preview is smaller than a screen: it needs no more pixels than that.
    PictureRequest coarse = request();
    coarse.scale = 1;
    m_preview->setImage(any ? Picture(m_source(), coarse).toImage(m_preview->fitting(picture.size())) : QImage());
    if (m_said.isEmpty()) {
        QStringList lines;
        const QSize pixels = picture.size() * picture.scale();
        if (request().format == PictureFormat::Png)
            lines.append(tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
        lines.append(picture.notes());
        m_status->setText(any ? lines.join(u'\n') : tr("There is nothing to show."));
    }
}

void PictureDialog::saveTo(const QString& path) {
    const Picture picture(m_source(), request());
    const auto take = [this, path](std::optional<QString> why) {
        const QString name = QFileInfo(path).fileName();
        m_said =
            why ? tr("%1 cannot be written: %2. Choose another place.").arg(name, *why) : tr("Saved as %1.").arg(name);
        m_status->setText(m_said);
        emit written();
    };
    keep();
    if (picture.size().isEmpty()) return;
    m_said = tr("Saving %1…").arg(QFileInfo(path).fileName());
    m_status->setText(m_said);
    m_work.run([make = picture.fileMaker(), path](std::stop_token) { return writePicture(make(), path); }, take);
}

void PictureDialog::copy() {
    const Picture picture(m_source(), request());
    if (picture.size().isEmpty()) return;
    QApplication::clipboard()->setMimeData(mimeOf(picture));
    m_said = tr("The picture is on the clipboard.");
    m_status->setText(m_said);
    keep();
}

QString PictureDialog::fileName() const {
    const PictureSource source = m_source();
    const QString base = source.pages.empty() || !source.pages.front()
                             ? QStringLiteral("sightline")
                             : QFileInfo(source.pages.front()->document()->name()).completeBaseName();
    return base + u'.' + endingOf(request().format);
}

QMimeData* PictureDialog::dragData() {
    const Picture picture(m_source(), request());
    if (picture.size().isEmpty()) return nullptr;
    QMimeData* mime = mimeOf(picture);
    if (!m_dragged) m_dragged = std::make_unique<QTemporaryDir>();
    const QString path = m_dragged->filePath(fileName());
    if (m_dragged->isValid() && !writePicture(picture.toFile(), path)) mime->setUrls({QUrl::fromLocalFile(path)});
    return mime;
}

void PictureDialog::startDrag() {
    QMimeData* mime = dragData();
    if (!mime) return;
    auto* drag = new QDrag(this);
    drag->setMimeData(mime);
    drag->setPixmap(QPixmap::fromImage(m_preview->image().scaledToWidth(kDraggedWidth, Qt::SmoothTransformation)));
    drag->exec(Qt::CopyAction);
}

void PictureDialog::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Save Picture"), m_kept ? preferences::kPictureFolder.value() : QString());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->resize(kFileDialog);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString ending = endingOf(request().format);
    dialog->setDefaultSuffix(ending);
    dialog->setNameFilter(tr("Pictures (%1)").arg(QStringLiteral("*.") + ending));
    dialog->selectFile(fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (m_kept) preferences::kPictureFolder.set(QFileInfo(path).path());
        saveTo(path);
    });
    dialog->open();
}

void PictureDialog::keep() const {
    if (!m_kept) return;
    preferences::kPictureFormat.set(m_format->currentIndex());
    preferences::kPictureScale.set(m_scale->currentIndex());
    preferences::kPictureTheme.set(m_theme->currentIndex());
    preferences::kPictureLegend.set(m_legend->currentIndex());
    preferences::kPictureFooter.set(m_footer->isChecked());
}

void PictureDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    m_soon.start();
}

void PictureDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_soon.start();  // another pane may be in front now
    QDialog::changeEvent(event);
}

void PictureDialog::retranslate() {
    setWindowTitle(tr("Export Picture"));
    const auto fill = [](QComboBox* box, const QStringList& texts, int first) {
        const int chosen = box->currentIndex() < 0 ? first : box->currentIndex();
        box->clear();
        box->addItems(texts);
        box->setCurrentIndex(chosen);
    };
    fill(m_format, {tr("PNG (pixels)"), tr("SVG (shapes and text)"), tr("PDF (shapes and text)")}, 0);
    fill(m_scale, {tr("1× as on screen"), tr("2× for slides"), tr("3×"), tr("4× for print")}, 1);
    fill(m_theme, {tr("Light, for print"), tr("Dark")}, 0);
    fill(m_legend, {tr("None"), tr("Kinds of events"), tr("Names")}, 1);
    m_labels[m_what]->setText(tr("&Show"));
    m_labels[m_format]->setText(tr("&Format"));
    m_labels[m_scale]->setText(tr("&Resolution"));
    m_labels[m_width]->setText(tr("&Width"));
    m_labels[m_theme]->setText(tr("&Theme"));
    m_labels[m_legend]->setText(tr("&Legend"));
    m_labels[m_caption]->setText(tr("C&aption"));
    m_width->setSpecialValueText(tr("As on screen"));
    m_width->setSuffix(tr(" px", "logical pixels of a picture"));
    m_width->setToolTip(tr("In a narrower picture, text looks larger when it is shown at the same size."));
    m_allRows->setText(tr("All &rows, not only those on screen"));
    m_footer->setText(tr("File, capture time and &span below"));
    m_caption->setPlaceholderText(tr("None"));
    m_save->setText(tr("&Save…"));
    m_copy->setText(tr("&Copy"));
    m_preview->setToolTip(tr("Drag the picture into another program or folder."));
    m_preview->setAccessibleName(tr("Preview"));
    fillWhat();
    updateControls();
}

}  // namespace app
