// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pictures/picture.h"

namespace app {

/// The thing itself that a picture shows, without caption, legend and footer.
class PictureBody {
public:
    virtual ~PictureBody() = default;
    virtual QSize size() const = 0;  ///< logical px
    virtual void paint(QCPPainter& painter, bool asShapes) const = 0;
    virtual QImage grab() const { return {}; }  ///< as the screen has it, where that is what the picture is
    virtual std::size_t shapes() const { return 0; }
    virtual int rowsLeftOut() const { return 0; }
    virtual QStringList leftOut() const { return {}; }  ///< what a pane has that the picture does not show
    virtual std::vector<timeline::LegendEntry> legend(timeline::LegendBy) const { return {}; }
    virtual QString footer() const = 0;
    /// What has a frame around it.
    virtual std::vector<QRect> frames() const { return {QRect(QPoint(), size())}; }

    /// Null where the source does not have it.
    static std::unique_ptr<PictureBody> make(const PictureSource& source, const PictureRequest& request);
};

}  // namespace app
