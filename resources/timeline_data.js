/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the timeline of a page holds: unpacks the data that app/html/html_events.h describes, and answers questions
// about it. Times are ns after the begin of the report.
const timelineData = (() => {
  'use strict';

  class Reader {
    constructor(base64) {
      const text = atob(base64);
      this.bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) this.bytes[i] = text.charCodeAt(i);
      this.floats = new DataView(this.bytes.buffer);
      this.at = 0;
    }
    // Not by shifts: those end at 32 bits, and times do not.
    number() {
      let value = 0, factor = 1, byte;
      do {
        byte = this.bytes[this.at++];
        value += (byte & 127) * factor;
        factor *= 128;
      } while (byte & 128);
      return value;
    }
    signed() {
      const value = this.number();
      return value % 2 ? -(value + 1) / 2 : value / 2;
    }
    real() {
      this.at += 4;
      return this.floats.getFloat32(this.at - 4, true);
    }
  }

  function readLane(r, first) {
    const all = r.number(), count = r.number(), hasLinks = r.number();
    const lane = { all, count, first, start: new Float64Array(count), end: new Float64Array(count),
      name: new Uint32Array(count), link: hasLinks ? new Int32Array(count) : null, bins: null };
    let end = 0, link = 0;
    for (let i = 0; i < count; i++) {
      lane.start[i] = i === 0 ? r.signed() : end + r.number();
      lane.end[i] = end = lane.start[i] + r.number();
      lane.name[i] = r.number();
      if (!hasLinks) continue;
      const step = r.number();
      if (step === 0) lane.link[i] = -1;
      else lane.link[i] = link += (step - 1) % 2 ? -step / 2 : (step - 1) / 2;
    }
    lane.bins = readBins(r);
    return lane;
  }

  function readBins(r) {
    const count = r.number();
    if (count === 0) return null;
    const width = 2 ** r.number(), begin = r.signed();
    const bins = { width, count, start: new Float64Array(count), end: new Float64Array(count),
      name: new Uint32Array(count), busy: new Float32Array(count) };
    let at = 0;
    for (let i = 0; i < count; i++) {
      at += r.number();
      bins.start[i] = begin + at * width;
      at += r.number() + 1;
      bins.end[i] = begin + at * width;
      bins.name[i] = r.number();
      bins.busy[i] = r.number() / 255;
    }
    return bins;
  }

  function readCounter(r) {
    const count = r.number(), holds = r.number() === 1, shift = r.number();
    const counter = { count, holds, width: shift ? 2 ** shift : 0, time: new Float64Array(count),
      low: new Float32Array(count), high: new Float32Array(count) };
    let at = 0;
    for (let i = 0; i < count; i++) {
      at = i === 0 ? r.signed() : at + r.number();
      counter.time[i] = at;
      counter.low[i] = r.real();
      counter.high[i] = shift ? r.real() : counter.low[i];
    }
    return counter;
  }

  // The first index whose value is greater than `value`; the array is sorted.
  function after(array, value) {
    let low = 0, high = array.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (array[middle] > value) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function read(base64) {
    const r = new Reader(base64);
    const lanes = [], counters = [], launched = new Map();
    let first = 0;
    for (let n = r.number(); n > 0; n--) {
      lanes.push(readLane(r, first));
      first += lanes[lanes.length - 1].count;
    }
    for (let n = r.number(); n > 0; n--) counters.push(readCounter(r));
    lanes.forEach((lane, l) => lane.link && lane.link.forEach((number, i) => {
      if (number < 0) return;
      if (!launched.has(number)) launched.set(number, []);
      launched.get(number).push({ lane: l, index: i });
    }));
    // Which lane holds an event of that number.
    const place = number => {
      let low = 0, high = lanes.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (lanes[middle].first > number) high = middle - 1;
        else low = middle;
      }
      return { lane: low, index: number - lanes[low].first };
    };
    return {
      lanes, counters,
      launchOf(lane, index) {
        const link = lanes[lane].link;
        return link && link[index] >= 0 ? place(link[index]) : null;
      },
      workOf(lane, index) { return launched.get(lanes[lane].first + index) || []; },
    };
  }

  // --- rows

  // Styles of lines (HtmlLineStyle), and their heights in CSS pixels: those of the window.
  const BARS = 0, STATE = 2, TICKS = 3, COUNTER = 4;
  const GAP = 4, HEIGHTS = [16, 16, 8, 8, 40], BRIEF = 24;

  function lineOf(l) {
    const isCurve = l[0] === COUNTER, brief = l[2] === 1;
    return { style: l[0], lanes: isCurve ? [] : l[1], counter: isCurve ? l[1] : -1, brief,
      height: brief ? BRIEF : HEIGHTS[l[0]], y: 0 };
  }

  const rows = written => written.map(r => ({ title: r[0], depth: r[1], expandable: r[2] > 0, expanded: r[2] === 2,
    open: r[3].map(lineOf), closed: (r[4] || r[3]).map(lineOf), lines: [], y: 0, height: 0,
    parent: null, shown: false }));

  // Those that are seen, with their places from the top: not what is below closed ones.
  function layOut(all) {
    const above = [], shown = [];
    let closed = Infinity, y = 0;
    for (const row of all) {
      row.parent = above[row.depth - 1] || null;
      above[row.depth] = row;
      row.shown = row.depth <= closed;
      if (!row.shown) continue;
      closed = row.expandable && !row.expanded ? row.depth : Infinity;
      row.lines = row.expanded ? row.open : row.closed;
      row.y = y;
      let at = GAP / 2;
      for (const line of row.lines) {
        line.y = at;
        at += line.height + (line.style === STATE || line.style === TICKS ? 2 : GAP);
      }
      row.height = row.lines.length ? Math.max(at - GAP / 2, HEIGHTS[BARS] + GAP) : HEIGHTS[BARS] + GAP;
      if (row.lines.length === 1) row.lines[0].y = (row.height - row.lines[0].height) / 2;
      y += row.height;
      shown.push(row);
    }
    return shown;
  }

  // Of the lines that are shown and have that lane, the one with the fewest others.
  function lineWith(shown, lane) {
    let found = null;
    for (const row of shown)
      for (const line of row.lines)
        if (line.lanes.includes(lane) && (!found || line.lanes.length <= found.line.lanes.length)) found = { row, line };
    return found;
  }

  return { read, after, rows, layOut, lineWith, STATE, TICKS, COUNTER };
})();
