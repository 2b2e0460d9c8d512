// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>
#include <QRect>
#include <memory>

class QPainter;

namespace app {

class ForwardEngine;
class RecordEngine;

/// A paint device that hands on what is painted to a painter elsewhere, call by call: a widget that is rendered here
/// becomes texts and shapes there, inside of `clip` (in the units of that painter, as it is when this is made). Not a
/// QPicture, because playing one ends the clip of its painter.
class ForwardDevice : public QPaintDevice {
public:
    ForwardDevice(QPainter& target, const QSize& size, const QRect& clip);
    ~ForwardDevice() override;
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    std::unique_ptr<ForwardEngine> m_engine;
};

/// Keeps what is painted, so that it can be painted onto something else by another thread: packing the pixels of a file
/// takes longer than painting them. Texts stay texts. Not a QPicture, because that packs the pixels at once.
class PaintRecord : public QPaintDevice {
public:
    explicit PaintRecord(const QSize& size);
    ~PaintRecord() override;
    /// In any thread, when the painter of this has ended.
    void play(QPainter& target) const;
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    std::unique_ptr<RecordEngine> m_engine;
};

}  // namespace app
