/* SPDX-License-Identifier: GPL-3.0-or-later */
// The timeline of a page: rows, zoom, selection and hover on a canvas. Works on what timeline_data.js unpacks. Texts of
// the report only go to the canvas and to textContent.
const showTimeline = holder => {
  'use strict';
  const info = JSON.parse(document.getElementById('live-data').textContent), words = info.words;
  const data = timelineData.read(info.data), after = timelineData.after;
  const { duration, say, amount, mixed } = timelineLook;
  const canvas = holder.querySelector('canvas'), scroller = holder.querySelector('.scroll'),
    spacer = holder.querySelector('.spacer'), tip = holder.querySelector('.tip'), status = holder.querySelector('.said');
  const paint = canvas.getContext('2d', { alpha: false });
  const RULER = 28, INSET = 4, FONT = 11, { STATE, TICKS, COUNTER } = timelineData;
  const LEAST = 20;  // ns that a view shows at least
  const darkScheme = matchMedia('(prefers-color-scheme: dark)');

  // --- what is shown

  const names = info.names.map(n => ({ text: n[0], full: n[1] || n[0], fills: [n[2], n[3]], inks: [n[4] & 1, n[4] >> 1 & 1],
    hatch: n[4] & 4, dots: n[4] & 8, looks: [] }));
  const rows = timelineData.rows(info.rows), flags = timelineNotes(holder, info.notes, {
    rows, xOf: t => xOf(t), show, reveal, layOut, tip: showLines, draw: drawPicture, ruler: RULER,
    get frame() { return { begin: view.begin, end: view.end, header, width, tall, top: scroller.scrollTop }; } });
  const view = { begin: info.first[0], end: info.first[1] };
  let shown = [], height = 0, width = 0, tall = 0, header = 0, dpr = 1, theme = null, dirty = false;
  let span = null;       // a selected time
  let selected = null;   // an event: { lane, index }
  let current = -1;      // the row that keys work on, in shown
  let pointer = null;    // where the mouse is
  let hovered = null;

  function layOut() {
    shown = timelineData.layOut(rows);
    const last = shown[shown.length - 1];
    height = last ? last.y + last.height : 0;
    flags.find(shown);
  }

  // --- times and pixels

  const perPixel = () => (view.end - view.begin) / Math.max(1, width - header);
  const xOf = t => header + (t - view.begin) / perPixel();
  const timeAt = x => view.begin + (x - header) * perPixel();

  function show(begin, end) {
    const most = info.length, length = Math.min(most, Math.max(LEAST, end - begin));
    begin = Math.min(Math.max((begin + end - length) / 2, 0), most - length);
    view.begin = begin;
    view.end = begin + length;
    draw();
  }
  function zoom(factor, x) {
    const t = timeAt(x), length = Math.min(info.length, Math.max(LEAST, (view.end - view.begin) * factor));
    const begin = t - (t - view.begin) * length / (view.end - view.begin);
    show(begin, begin + length);
  }
  const pan = ns => {
    const length = view.end - view.begin, begin = Math.min(Math.max(view.begin + ns, 0), info.length - length);
    show(begin, begin + length);
  };
  const fit = () => show(0, info.length);

  // --- texts and colours

  const moment = t => timelineLook.moment(info.begin + t);
  const pathOf = row => row.parent ? pathOf(row.parent) + ' › ' + row.title : row.title;

  function look(name) {
    const which = theme.dark ? 1 : 0;
    if (names[name].looks[which]) return names[name].looks[which];
    const n = names[name], fill = n.fills[which];
    const made = { fill, faint: mixed(theme.canvas, fill, theme.dark ? 0.26 : 0.22), edge: mixed(fill, '#000000', 0.38),
      text: n.inks[which] ? theme.onDark : theme.onLight };
    made.pattern = n.hatch || n.dots ? paint.createPattern(timelineLook.tile(mixed(fill, made.edge, 0.4), n.dots), 'repeat') : null;
    return n.looks[which] = made;
  }
  function chooseTheme() {
    const dark = darkScheme.matches;
    theme = Object.assign({ dark }, dark ? info.dark : info.light);
  }

  // --- bars and what is between them. From here on x and y are device pixels.

  const cover = new timelineLook.Cover();

  // Events of a lane in the view: wide ones go to `bars`, the others and the bins to the cover.
  function collect(id, bars) {
    const lane = data.lanes[id], scale = dpr / perPixel(), from = view.begin, bins = lane.bins;
    if (bins)
      for (let i = after(bins.end, from); i < bins.count && bins.start[i] < view.end; i++)
        cover.add((bins.start[i] - from) * scale, (bins.end[i] - from) * scale, bins.busy[i], bins.name[i]);
    // Where a bin is a pixel or less it says what short events do.
    const inBins = bins && bins.width * scale <= 1;
    for (let i = Math.max(0, after(lane.end, from) - 1); i < lane.count && lane.start[i] < view.end; i++) {
      const x0 = (lane.start[i] - from) * scale, x1 = (lane.end[i] - from) * scale;
      if (x1 < 0) continue;
      if (x1 - x0 >= 2 || (bins && !inBins)) bars.push({ lane: id, index: i, x0: Math.round(x0),
        x1: Math.max(Math.round(x0) + 1, Math.round(x1)), name: lane.name[i], length: lane.end[i] - lane.start[i] });
      else if (!inBins) cover.add(x0, x1, 1, lane.name[i]);
    }
  }

  function fillPattern(style, x, y, w, h) {
    if (!style.pattern) return;
    style.pattern.setTransform(new DOMMatrix().translate(-Math.round(view.begin * dpr / perPixel()) % 8, y % 8));
    paint.fillStyle = style.pattern;
    paint.fillRect(x, y, w, h);
  }

  function drawCover(left, top, h) {
    cover.levels(h, (x0, x1, level, name) => {
      const style = look(name);
      paint.fillStyle = style.faint;
      paint.fillRect(left + x0, top, x1 - x0, h - level);
      paint.fillStyle = style.fill;
      paint.fillRect(left + x0, top + h - level, x1 - x0, level);
      fillPattern(style, left + x0, top + h - level, x1 - x0, level);
    });
  }

  const widths = new Map();
  const widthOf = text => {
    let w = widths.get(text);
    if (w === undefined) widths.set(text, w = paint.measureText(text).width);
    return w;
  };
  const shortened = (text, room) => timelineLook.shortened(text, room, widthOf);

  function drawBars(line, left, top, h) {
    const bars = [];
    cover.clear();
    for (const lane of line.lanes) collect(lane, bars);
    drawCover(left, top, h);
    let before = -9;
    for (const b of line.lanes.length > 1 ? cover.visibleParts(bars) : bars) {
      const style = look(b.name), x0 = Math.max(-2, b.x0), x1 = Math.min(cover.width + 2, b.x1);
      paint.fillStyle = style.fill;
      paint.fillRect(left + x0, top, x1 - x0, h);
      fillPattern(style, left + x0, top, x1 - x0, h);
      if (b.x0 - before < 2 && b.x1 - b.x0 > 2) {
        paint.fillStyle = style.edge;
        paint.fillRect(left + x0, top, 1, h);
      }
      before = b.x1;
      const from = Math.max(0, x0) + INSET * dpr, room = Math.min(x1, cover.width) - INSET * dpr - from;
      if (line.style === STATE || room < 14 * dpr) continue;
      const text = shortened(names[b.name].text, room);
      if (!text) continue;
      paint.fillStyle = style.text;
      paint.fillText(text, left + from, top + h / 2 + dpr * 0.5);
    }
  }

  function drawTicks(line, left, top, h) {
    const scale = dpr / perPixel();
    cover.clear();
    for (const id of line.lanes) {
      const lane = data.lanes[id], bins = lane.bins;
      for (let i = bins ? after(bins.end, view.begin) : 0; bins && i < bins.count && bins.start[i] < view.end; i++)
        cover.add((bins.start[i] - view.begin) * scale, (bins.start[i] - view.begin) * scale + 1, 1, bins.name[i]);
      for (let i = after(lane.end, view.begin - perPixel()); i < lane.count && lane.start[i] < view.end; i++) {
        const x = Math.round((lane.start[i] - view.begin) * scale);
        cover.add(x, x + 1, 1, lane.name[i]);
      }
    }
    cover.levels(1, (x0, x1, level, name) => {
      paint.fillStyle = look(name).fill;
      paint.fillRect(left + x0, top, x1 - x0, h);
    });
  }

  function drawCounter(line, left, top, h) {
    const counter = data.counters[line.counter], axis = info.counters[line.counter];
    const base = axis.colours[theme.dark ? 1 : 0], scale = dpr / perPixel(), room = h - 1;
    const y = v => Math.round(top + (axis.max - Math.min(axis.max, Math.max(axis.min, v))) / (axis.max - axis.min) * room);
    const zero = y(0), area = mixed(theme.canvas, base, 0.22), band = mixed(theme.canvas, base, 0.5);
    const stroke = theme.dark ? mixed(base, '#ffffff', 0.1) : mixed(base, '#000000', 0.18);
    const right = Math.min(cover.width, Math.round((info.length - view.begin) * scale));
    let x = null, low = NaN, high = NaN, last = NaN;
    // A pixel after the other shows the least and the greatest value that it holds.
    const emit = (to, a, b) => {
      if (x === null || to <= x || Number.isNaN(a)) return;
      const x0 = Math.max(0, x), w = Math.min(right, to) - x0, yLow = y(a), yHigh = y(b);
      if (w <= 0) return;
      paint.fillStyle = area;
      paint.fillRect(left + x0, Math.min(yHigh, zero), w, Math.abs(zero - yHigh) + 1);
      paint.fillStyle = band;
      if (yLow > yHigh + 1) paint.fillRect(left + x0, yHigh, w, yLow - yHigh);
      paint.fillStyle = stroke;
      paint.fillRect(left + x0, yHigh, w, Math.max(1, Math.round(dpr)));
      if (!Number.isNaN(last) && x0 > 0 && Math.abs(yHigh - last) > 1)
        paint.fillRect(left + x0, Math.min(yHigh, last), Math.max(1, Math.round(dpr)), Math.abs(yHigh - last));
      last = yHigh;
    };
    for (let i = Math.max(0, after(counter.time, view.begin) - 1); i < counter.count; i++) {
      const at = Math.round((counter.time[i] - view.begin) * scale);
      if (at > x || x === null) {
        if (x !== null && at > x + 1 && i > 0) {
          emit(x + 1, low, high);
          x += 1;
          emit(at, counter.low[i - 1], counter.high[i - 1]);
        } else {
          emit(at, low, high);
        }
        x = at;
        low = high = NaN;
      }
      if (Number.isNaN(low) || counter.low[i] < low) low = counter.low[i];
      if (Number.isNaN(high) || counter.high[i] > high) high = counter.high[i];
      if (x > cover.width) break;
    }
    if (x !== null && x < cover.width) {
      const end = counter.count - 1;
      emit(counter.holds ? right : x + Math.max(1, Math.round(counter.width * scale)), counter.low[end], counter.high[end]);
    }
    if (h < 20 * dpr) return;
    const most = (line.brief ? axis.title + '  ' : '') + amount(axis, axis.max);
    paint.fillStyle = theme.canvas;
    paint.globalAlpha = 0.75;
    paint.fillRect(left, top, widthOf(most) + 2 * INSET * dpr, 13 * dpr);
    paint.globalAlpha = 1;
    paint.fillStyle = theme.secondaryText;
    paint.fillText(most, left + INSET * dpr, top + 7 * dpr);
  }

  // --- the picture

  function drawRuler(ticks) {
    const y = RULER * dpr;
    paint.fillStyle = theme.header;
    paint.fillRect(0, 0, canvas.width, y);
    paint.fillStyle = theme.headerBorder;
    paint.fillRect(0, y - 1, canvas.width, 1);
    let free = header * dpr;
    if (ticks.anchor) {
      const text = ticks.anchor;
      paint.fillStyle = theme.text;
      paint.fillText(text, Math.max(INSET * dpr, header * dpr - widthOf(text) - 6 * dpr), 14 * dpr);
    }
    for (const t of ticks.times) {
      const x = Math.round(xOf(t - info.begin) * dpr);
      if (x < header * dpr) continue;
      paint.fillStyle = theme.secondaryText;
      paint.fillRect(x, y - 9 * dpr, Math.round(dpr), 9 * dpr);
      const text = ticks.label(t), w = widthOf(text);
      if (x + INSET * dpr < free || x + w + INSET * dpr > canvas.width) continue;
      paint.fillText(text, x + INSET * dpr, 12 * dpr);
      free = x + w + 3 * INSET * dpr;
    }
  }

  function drawTitle(row, index, top) {
    const h = row.height * dpr, x = (8 + row.depth * 12) * dpr, middle = Math.round(top + Math.min(h, 20 * dpr) / 2);
    const focused = index === current && document.activeElement === canvas;
    paint.fillStyle = index === current ? mixed(theme.header, theme.accent, 0.18) : theme.header;
    paint.fillRect(0, top, header * dpr, h);
    if (focused) {
      paint.strokeStyle = theme.accent;
      paint.lineWidth = 2 * dpr;
      paint.strokeRect(dpr, top + dpr, header * dpr - 2 * dpr, h - 2 * dpr);
    }
    if (row.expandable) {
      const s = 4 * dpr;
      paint.fillStyle = theme.secondaryText;
      paint.beginPath();
      if (row.expanded) [[0, -s / 2], [2 * s, -s / 2], [s, s * 0.7]].forEach(p => paint.lineTo(x + p[0], middle + p[1]));
      else [[s / 2, -s], [s * 1.7, 0], [s / 2, s]].forEach(p => paint.lineTo(x + p[0], middle + p[1]));
      paint.fill();
    }
    paint.fillStyle = row.lines.length || row.expanded ? theme.text : theme.secondaryText;
    const left = x + 12 * dpr;
    paint.fillText(shortened(row.title, header * dpr - left - 6 * dpr), left, middle + dpr * 0.5);
  }

  function drawRow(row, index, ticks) {
    const top = Math.round((RULER + row.y - scroller.scrollTop) * dpr), left = Math.round(header * dpr);
    const bottom = Math.round((RULER + row.y + row.height - scroller.scrollTop) * dpr);
    paint.fillStyle = index % 2 ? theme.alternateRow : theme.canvas;
    paint.fillRect(left, top, canvas.width - left, bottom - top);
    paint.fillStyle = theme.grid;
    for (const t of ticks.times) {
      const x = Math.round(xOf(t - info.begin) * dpr);
      if (x >= left) paint.fillRect(x, top, 1, bottom - top);
    }
    paint.save();
    paint.beginPath();
    paint.rect(left, top, canvas.width - left, bottom - top);
    paint.clip();
    for (const line of row.lines) {
      const y = Math.round(top + line.y * dpr), h = Math.round(line.height * dpr);
      if (line.style === COUNTER) drawCounter(line, left, y, h);
      else if (line.style === TICKS) drawTicks(line, left, y, h);
      else drawBars(line, left, y, h);
    }
    paint.restore();
    drawTitle(row, index, top);
    paint.fillStyle = theme.grid;
    paint.fillRect(0, bottom - 1, canvas.width, 1);
  }

  // The place of an event in the picture, in CSS pixels; null where its row is not shown.
  function placeOf(event) {
    const lane = data.lanes[event.lane], found = timelineData.lineWith(shown, event.lane);
    if (!found) return null;
    const { row, line } = found, x0 = xOf(lane.start[event.index]);
    return { row, y: RULER + row.y + line.y - scroller.scrollTop, height: line.height, x0,
      x1: Math.max(x0 + 1, xOf(lane.end[event.index])) };
  }

  function frame(event, colour, thick) {
    const place = placeOf(event);
    if (!place || place.x1 < header) return;
    paint.strokeStyle = colour;
    paint.lineWidth = thick * dpr;
    const x0 = Math.max(header - 4, place.x0), x1 = Math.min(width + 4, place.x1);
    paint.strokeRect(x0 * dpr, place.y * dpr, (x1 - x0) * dpr, place.height * dpr);
  }

  function drawLinks(event) {
    const from = data.launchOf(event.lane, event.index);
    const pairs = from ? [[from, event]] : data.workOf(event.lane, event.index).slice(0, 50).map(w => [event, w]);
    for (const [a, b] of pairs) {
      const start = placeOf(a), end = placeOf(b);
      if (!start || !end) continue;
      paint.strokeStyle = theme.accent;
      paint.lineWidth = 1.5 * dpr;
      const x0 = start.x0 * dpr, y0 = (start.y + start.height / 2) * dpr, x1 = end.x0 * dpr, y1 = (end.y + end.height / 2) * dpr;
      paint.beginPath();
      paint.moveTo(x0, y0);
      paint.bezierCurveTo((x0 + x1) / 2, y0, (x0 + x1) / 2, y1, x1, y1);
      paint.stroke();
      frame(a, theme.accent, 1);
      frame(b, theme.accent, 1);
    }
  }

  function drawSpan() {
    if (!span) return;
    const x0 = Math.max(header, xOf(Math.min(span.a, span.b))) * dpr, x1 = Math.min(width, xOf(Math.max(span.a, span.b))) * dpr;
    if (x1 < x0) return;
    paint.fillStyle = theme.accent;
    paint.globalAlpha = 0.14;
    paint.fillRect(x0, RULER * dpr, x1 - x0, canvas.height);
    paint.globalAlpha = 1;
    paint.fillRect(Math.round(x0), 0, Math.round(dpr), canvas.height);
    paint.fillRect(Math.round(x1) - Math.round(dpr), 0, Math.round(dpr), canvas.height);
    const text = duration(Math.abs(span.b - span.a)), w = widthOf(text) + 2 * INSET * dpr;
    const left = Math.min(Math.max((x0 + x1 - w) / 2, header * dpr), canvas.width - w);
    paint.fillRect(left, 2 * dpr, w, 16 * dpr);
    paint.fillStyle = theme.dark ? theme.onLight : theme.onDark;
    paint.fillText(text, left + INSET * dpr, 10.5 * dpr);
  }

  function drawPicture() {
    dirty = false;
    dpr = window.devicePixelRatio || 1;
    width = scroller.clientWidth;
    tall = Math.min(RULER + height, Math.max(240, Math.min(window.innerHeight * 0.78, 1100)));
    header = Math.round(Math.min(260, Math.max(110, width * 0.24)));
    Object.assign(scroller.style, { minHeight: '0', height: tall + 'px' });
    spacer.style.height = Math.max(0, RULER + height - tall) + 'px';
    const w = Math.round(width * dpr), h = Math.round(tall * dpr);
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
      canvas.style.width = width + 'px';
      canvas.style.height = tall + 'px';
      widths.clear();
    }
    cover.resize(Math.max(1, w - Math.round(header * dpr)));
    paint.font = FONT * dpr + 'px ' + getComputedStyle(holder).fontFamily;
    paint.textBaseline = 'middle';
    paint.fillStyle = theme.canvas;
    paint.fillRect(0, 0, w, h);
    const ticks = timelineLook.ticks(info.begin + view.begin, info.begin + view.end, 90 * perPixel()), top = scroller.scrollTop;
    shown.forEach((row, i) => row.y + row.height > top && row.y < top + tall && drawRow(row, i, ticks));
    paint.save();
    paint.beginPath();
    paint.rect(header * dpr, RULER * dpr, w, h);
    paint.clip();
    if (hovered && hovered.index >= 0) frame(hovered, theme.text, 1);
    if (selected) {
      drawLinks(selected);
      frame(selected, theme.accent, 2);
    }
    paint.restore();
    flags.put();
    flags.drawMoments(paint, theme.warn, dpr);
    drawRuler(ticks);
    drawSpan();
    paint.fillStyle = theme.headerBorder;
    paint.fillRect(Math.round(header * dpr) - 1, 0, 1, h);
  }
  function draw() {
    if (!dirty) requestAnimationFrame(drawPicture);
    dirty = true;
  }

  // --- what is under the pointer

  const rowAt = y => {
    const at = y - RULER + scroller.scrollTop;
    return y < RULER ? -1 : shown.findIndex(r => at >= r.y && at < r.y + r.height);
  };

  // { row, line, lane, index }; index -1: what bins tell; a curve has no lane. Null: nothing is there.
  function find(x, y) {
    const r = rowAt(y), t = timeAt(x);
    if (r < 0 || x < header || t < 0 || t > info.length) return null;
    const row = shown[r], inRow = y - RULER + scroller.scrollTop - row.y;
    const line = row.lines.find(l => inRow >= l.y - 2 && inRow < l.y + l.height + 2);
    if (!line) return null;
    if (line.style === COUNTER) return { row, line, lane: -1, index: -1, time: t };
    const reach = 3 * perPixel();
    let found = null, least = Infinity, away = reach;
    for (const id of line.lanes) {
      const lane = data.lanes[id];
      for (let i = Math.max(0, after(lane.end, t - reach) - 1); i < lane.count && lane.start[i] <= t + reach; i++) {
        const distance = Math.max(0, lane.start[i] - t, t - lane.end[i]), length = lane.end[i] - lane.start[i];
        if (distance > away || (distance === away && length >= least)) continue;
        away = distance;
        least = length;
        found = { row, line, lane: id, index: i, time: t };
      }
    }
    if (found && (away === 0 || !line.lanes.some(id => binAt(id, t)))) return found;
    for (const id of line.lanes) {
      const bin = binAt(id, t);
      if (bin) return { row, line, lane: id, index: -1, bin, time: t };
    }
    return found;
  }
  function binAt(id, t) {
    const bins = data.lanes[id].bins;
    if (!bins) return null;
    const i = after(bins.end, t);
    return i < bins.count && bins.start[i] <= t ? { start: bins.start[i], end: bins.end[i], name: bins.name[i],
      busy: bins.busy[i] } : null;
  }

  // Lines of text about what was found: the first is what it is.
  function describe(found) {
    if (!found) return [];
    if (found.line && found.line.style === COUNTER) {
      const counter = data.counters[found.line.counter], axis = info.counters[found.line.counter];
      const i = after(counter.time, found.time) - 1;
      if (i < 0) return [];
      const low = amount(axis, counter.low[i]), high = amount(axis, counter.high[i]);
      return [axis.title, low === high ? high : low + ' – ' + high, moment(counter.time[i])];
    }
    const lane = data.lanes[found.lane];
    if (found.index < 0) return [names[found.bin.name].full,
      say(words.bin, String(Math.round(found.bin.busy * 100)), duration(found.bin.end - found.bin.start)), pathOf(found.row)];
    const start = lane.start[found.index], out = [names[lane.name[found.index]].full,
      words.start + ' ' + moment(start) + '  ·  ' + words.duration + ' ' + duration(lane.end[found.index] - start)];
    if (found.row) out.push(pathOf(found.row));
    const launch = data.launchOf(found.lane, found.index);
    if (launch) {
      const by = data.lanes[launch.lane];
      out.push(say(words.launched, names[by.name[launch.index]].text, duration(start - by.start[launch.index])));
    }
    const work = data.workOf(found.lane, found.index);
    if (work.length) {
      const first = data.lanes[work[0].lane];
      out.push(say(words.launches, names[first.name[work[0].index]].text, duration(first.start[work[0].index] - start)));
    }
    return out;
  }

  function showLines(lines, at) {
    tip.hidden = lines.length === 0;
    tip.replaceChildren(...lines.map((text, i) => {
      const element = document.createElement(i ? 'span' : 'b');
      element.textContent = text;
      return element;
    }));
    if (tip.hidden) return;
    const right = at.x + 16 + tip.offsetWidth > width, below = at.y + 18 + tip.offsetHeight > tall;
    tip.style.left = Math.max(0, right ? at.x - tip.offsetWidth - 10 : at.x + 14) + 'px';
    tip.style.top = Math.max(0, below ? at.y - tip.offsetHeight - 10 : at.y + 16) + 'px';
  }

  function showTip() {
    const was = hovered;
    hovered = pointer && !pointer.drag ? find(pointer.x, pointer.y) : null;
    const title = pointer && !pointer.drag && pointer.x < header ? shown[rowAt(pointer.y)] : null;
    const lines = title ? [title.title] : describe(hovered);
    if (lines.length) flags.forget();
    if (!flags.told) showLines(lines, pointer);
    canvas.style.cursor = title ? 'pointer' : pointer && pointer.y < RULER ? 'col-resize' : '';
    if (JSON.stringify(was && [was.lane, was.index]) !== JSON.stringify(hovered && [hovered.lane, hovered.index])) draw();
  }

  // --- what people do

  function select(event) {
    selected = event && event.index >= 0 ? { lane: event.lane, index: event.index } : null;
    const place = selected && placeOf(selected);
    if (place) current = shown.indexOf(event.row || place.row);
    status.textContent = selected ? describe({ row: place && place.row, ...event }).join('  ·  ') : '';
    draw();
  }
  function zoomTo(event) {
    const lane = data.lanes[event.lane], start = lane.start[event.index], length = lane.end[event.index] - start;
    const around = Math.max(length, 50);
    show(start - around, start + length + around);
  }
  function toggle(index) {
    const row = shown[index];
    if (!row || !row.expandable) return;
    row.expanded = !row.expanded;
    layOut();
    status.textContent = row.title + ': ' + (row.expanded ? words.opened : words.closed);
    draw();
  }
  function reveal(place) {
    if (!place) return;
    if (place.y < RULER) scroller.scrollTop -= RULER - place.y + 8;
    if (place.y + place.height > tall) scroller.scrollTop += place.y + place.height - tall + 8;
  }
  function goToRow(index) {
    current = Math.min(Math.max(index, 0), shown.length - 1);
    const row = shown[current];
    reveal({ y: RULER + row.y - scroller.scrollTop, height: row.height });
    status.textContent = pathOf(row) + (row.expandable ? ': ' + (row.expanded ? words.opened : words.closed) : '');
    draw();
  }
  function goTo(event) {
    select(event);
    const lane = data.lanes[event.lane], start = lane.start[event.index], end = lane.end[event.index];
    if (start < view.begin || end > view.end) {
      const length = view.end - view.begin;
      if (end - start > length) zoomTo(event);
      else show((start + end - length) / 2, (start + end + length) / 2);
    }
    reveal(placeOf(event));
  }
  // The next or previous event in the row of the selected one, or in the current row.
  function step(forward) {
    const row = shown[Math.max(0, current)];
    if (selected) {
      const index = selected.index + (forward ? 1 : -1);
      if (index >= 0 && index < data.lanes[selected.lane].count) goTo({ lane: selected.lane, index, row });
      return;
    }
    const line = row && row.lines.find(l => l.lanes.some(id => data.lanes[id].count));
    if (!line) return;
    const id = line.lanes.find(l => data.lanes[l].count);
    goTo({ lane: id, index: Math.min(data.lanes[id].count - 1, after(data.lanes[id].end, view.begin)), row });
  }
  function jump() {
    if (!selected) return;
    const other = data.launchOf(selected.lane, selected.index) || data.workOf(selected.lane, selected.index)[0];
    if (other) goTo(other);
  }

  const middle = () => header + (width - header) / 2;
  const center = () => pointer && pointer.x > header ? pointer.x : middle();
  const KEYS = {
    w: () => zoom(0.7, center()), s: () => zoom(1 / 0.7, center()), '+': () => zoom(0.7, middle()), '=': () => zoom(0.7, middle()),
    '-': () => zoom(1 / 0.7, middle()), a: () => pan(-(view.end - view.begin) * 0.2), d: () => pan((view.end - view.begin) * 0.2),
    ArrowLeft: () => step(false), ArrowRight: () => step(true), ArrowUp: () => goToRow(current - 1), ArrowDown: () => goToRow(current + 1),
    Enter: () => toggle(current), ' ': () => toggle(current), '0': fit, f: () => selected ? zoomTo(selected) : fit(), j: jump,
    z: () => span && show(Math.min(span.a, span.b), Math.max(span.a, span.b)),
    Home: () => pan(-info.length), End: () => pan(info.length),
    Escape: () => { span = null; select(null); },
  };
  canvas.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!KEYS[key]) return;
    event.preventDefault();
    KEYS[key]();
  });
  for (const name of ['focus', 'blur']) canvas.addEventListener(name, draw);

  // A wheel that scrolls the page goes on with it when the timeline comes below the pointer.
  let pageScrolled = -1e9;
  window.addEventListener('wheel', event => {
    if (event.target !== canvas) pageScrolled = performance.now();
  }, { passive: true });
  canvas.addEventListener('wheel', event => {
    const at = placed(event), unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? tall : 1;
    if (!event.ctrlKey && performance.now() - pageScrolled < 250) {
      pageScrolled = performance.now();
      return;
    }
    if (at.x < header) return;
    event.preventDefault();
    pointer = at;
    const sideways = event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX;
    if (event.shiftKey || Math.abs(sideways) > Math.abs(event.deltaY)) pan(sideways * unit * perPixel());
    else zoom(Math.exp(Math.min(300, Math.max(-300, event.deltaY * unit)) * (event.ctrlKey ? 0.01 : 0.0022)), at.x);
    showTip();
  }, { passive: false });

  function placed(event) {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, drag: false };
  }
  const fingers = new Map();
  let drag = null;
  canvas.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    const at = placed(event);
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at);
    const spans = at.x >= header && (at.y < RULER || event.shiftKey);
    drag = { x: at.x, y: at.y, begin: view.begin, end: view.end, top: scroller.scrollTop, spans, moved: false };
  });
  canvas.addEventListener('pointermove', event => {
    const at = placed(event);
    if (fingers.has(event.pointerId) && fingers.size === 2) return pinch(event.pointerId, at);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, at);
    pointer = at;
    if (drag && (drag.moved || Math.hypot(at.x - drag.x, at.y - drag.y) > 3)) {
      drag.moved = at.drag = true;
      if (drag.spans) {
        const within = x => Math.min(Math.max(timeAt(x), 0), info.length);
        span = { a: within(drag.x), b: within(at.x) };
        status.textContent = say(words.span, duration(Math.abs(span.b - span.a)));
        draw();
      } else if (drag.x >= header) {
        const ns = (drag.x - at.x) * perPixel(), length = drag.end - drag.begin;
        const begin = Math.min(Math.max(drag.begin + ns, 0), info.length - length);
        scroller.scrollTop = drag.top + drag.y - at.y;
        show(begin, begin + length);
      }
    }
    showTip();
  });
  function pinch(id, at) {
    const [other] = [...fingers].filter(f => f[0] !== id).map(f => f[1]), was = fingers.get(id);
    const before = Math.max(20, Math.abs(was.x - other.x)), now = Math.max(20, Math.abs(at.x - other.x));
    zoom(before / now, (at.x + other.x) / 2);
    fingers.set(id, at);
    if (drag) drag.moved = true;
  }
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, event => {
    fingers.delete(event.pointerId);
    if (!drag) return;
    const done = drag, at = placed(event);
    drag = null;
    pointer = at;
    if (done.moved || name === 'pointercancel') return showTip();
    if (at.y < RULER) span = null;
    else if (at.x < header) {
      current = rowAt(at.y);
      toggle(current);
    } else {
      current = rowAt(at.y);
      select(find(at.x, at.y));
    }
    draw();
  });
  canvas.addEventListener('pointerleave', () => {
    pointer = null;
    showTip();
  });
  canvas.addEventListener('dblclick', event => {
    const at = placed(event), found = find(at.x, at.y);
    if (found && found.index >= 0) zoomTo(found);
    else if (found && found.bin) show(found.bin.start, found.bin.end);
    else if (at.x >= header) zoom(0.5, at.x);
  });
  for (const button of holder.querySelectorAll('.tools button'))
    button.addEventListener('click', () => ({ fit, in: () => zoom(0.5, middle()), out: () => zoom(2, middle()) })[button.dataset.do]());

  scroller.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(scroller);
  window.addEventListener('resize', draw);
  darkScheme.addEventListener('change', () => {
    chooseTheme();
    draw();
  });
  chooseTheme();
  layOut();
  drawPicture();
  // For scripts that look at the page from outside.
  holder.timeline = { view, length: info.length, get shown() { return shown; }, get span() { return span; },
    get header() { return header; }, get theme() { return theme; }, notes: flags.notes };
};

// It takes the place of the picture. The page is painted first.
for (const holder of document.querySelectorAll('#live')) {
  const shown = holder.parentElement.classList;
  shown.add('lives');
  requestAnimationFrame(() => setTimeout(() => {
    try {
      showTimeline(holder);
    } catch (error) {
      shown.remove('lives');
      throw error;
    }
  }));
}
