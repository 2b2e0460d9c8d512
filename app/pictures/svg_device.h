// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <memory>

namespace app {

class SvgEngine;

/// A paint device that makes SVG: texts stay texts, with their length, so that another font changes nothing of the
/// layout; what is clipped stays clipped; the same painting gives the same bytes. (Qt's generator clips nothing before
/// Qt 6.7.)
class SvgDevice : public QPaintDevice {
public:
    /// `size` in logical px, which are the units of the picture.
    SvgDevice(const QSize& size, const QString& title);
    ~SvgDevice() override;

    /// The file, once the painter has ended.
    QByteArray svg() const;

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    std::unique_ptr<SvgEngine> m_engine;
};

}  // namespace app
