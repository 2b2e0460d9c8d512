// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTemporaryDir>
#include <QTimer>
#include <functional>

#include "app/kit/background.h"
#include "app/pictures/picture.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace app {

class PicturePreview;

/// Makes pictures of what a window shows: a preview that follows it and can be dragged into other programs, what and
/// how, Save and Copy.
class PictureDialog : public QDialog {
    Q_OBJECT

public:
    /// `source` says what there is, each time that it is asked. `kept`: choices come from the settings and are kept
    /// there.
    PictureDialog(std::function<PictureSource()> source, bool kept, QWidget* parent);
    ~PictureDialog() override;

    void choose(PictureWhat what, QWidget* pane = nullptr);
    PictureRequest request() const;
    /// Writes it; finished() says when, and status() how that went.
    void saveTo(const QString& path);
    void copy();
    /// What a drag out of the preview carries: the picture, and a file with it.
    QMimeData* dragData();
    /// What stands below the preview.
    QString status() const;
    /// Shows at once what would be shown after a pause.
    void refreshNow();

    QComboBox* whatBox() const { return m_what; }
    QComboBox* formatBox() const { return m_format; }
    QComboBox* scaleBox() const { return m_scale; }
    QComboBox* themeBox() const { return m_theme; }
    QComboBox* legendBox() const { return m_legend; }
    QLineEdit* captionEdit() const { return m_caption; }
    QSpinBox* widthBox() const { return m_width; }
    QImage preview() const;

signals:
    void written();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Choice {
        PictureWhat what = PictureWhat::View;
        QPointer<QWidget> pane;
    };
    void layOut();
    void makeForm(QFormLayout* form);
    void connectControls();
    void fillWhat();
    void updateControls();
    void startDrag();
    void chooseFile();
    QString fileName() const;
    void keep() const;
    void retranslate();

    std::function<PictureSource()> m_source;
    bool m_kept;
    std::vector<Choice> m_choices;  ///< by the rows of m_what
    PicturePreview* m_preview;
    QComboBox *m_what, *m_format, *m_scale, *m_theme, *m_legend;
    QCheckBox *m_allRows, *m_footer;
    QSpinBox* m_width;
    QLineEdit* m_caption;
    QLabel* m_status;
    QPushButton *m_save, *m_copy;
    std::map<QWidget*, QLabel*> m_labels;  ///< of fields
    std::unique_ptr<QTemporaryDir> m_dragged;
    QString m_said;  ///< what came of the last Save or Copy
    QTimer m_soon;
    Newest m_work{this};  // last
};

}  // namespace app
