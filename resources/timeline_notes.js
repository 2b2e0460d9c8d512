/* SPDX-License-Identifier: GPL-3.0-or-later */
// Notes of the timeline of a page: a flag at the event, row or moment of each. Its text shows under the pointer and while
// the flag has the focus of the keyboard. Texts stand in the list below the timeline, and only go to textContent.
// `timeline` is what the timeline lets them do, in CSS pixels.
const timelineNotes = (holder, written, timeline) => {
  'use strict';
  const MOMENT = 0, EVENT = 1, ROW = 2, SIDE = 16;
  const layer = holder.querySelector('.flags');
  let told = null;  // the note whose text is shown

  const notes = written.map((n, i) => {
    const entry = document.querySelector('.notes [data-note="' + i + '"]');
    const [text, where] = Array.from(entry.children, c => c.textContent), flag = document.createElement('button');
    return { of: n[0], begin: n[1], end: n[2], row: n[3], lane: n[4], text, where, link: entry.firstElementChild, flag,
      line: null, place: null };
  });
  function tell(note) {
    told = note;
    timeline.tip(note ? [note.text, note.where] : [], note && { x: note.place.x + SIDE / 2, y: note.place.y + SIDE / 2 });
  }
  for (const note of notes) {
    note.flag.type = 'button';
    note.flag.className = 'flag';
    note.flag.hidden = true;
    note.flag.setAttribute('aria-label', note.text + ' · ' + note.where);
    for (const name of ['pointerenter', 'focus']) note.flag.addEventListener(name, () => tell(note));
    for (const name of ['pointerleave', 'blur']) note.flag.addEventListener(name, () => told === note && tell(null));
    note.flag.addEventListener('keydown', event => event.key === 'Escape' && tell(null));
    layer.appendChild(note.flag);
    note.link.tabIndex = 0;
    note.link.setAttribute('role', 'button');
    note.link.addEventListener('click', () => {
      goTo(note);
      note.flag.focus({ preventScroll: true });
    });
    note.link.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      note.link.click();
    });
  }

  // Rows were opened or closed: the lines of events, where they are shown.
  function find(shown) {
    for (const note of notes) note.line = note.of === EVENT ? timelineData.lineWith(shown, note.lane) : null;
  }
  // A flag stands at the upper left of the event or the row, or at the upper end of the moment. What a closed row hides
  // has it at that row. Null where that is not seen.
  function placeOf(note) {
    const { header, width, tall, top } = timeline.frame, ruler = timeline.ruler;
    let x = note.of === ROW ? header : timeline.xOf(note.begin), y = ruler;
    if (note.of === EVENT && timeline.xOf(note.end) >= header) x = Math.max(x, header);
    if (note.line) y = ruler + note.line.row.y + note.line.line.y - 2 - top;
    else if (note.of !== MOMENT) {
      let row = timeline.rows[note.row];
      while (row && !row.shown) row = row.parent;
      if (!row) return null;
      y = ruler + row.y - top;
    }
    return x < header || x > width || y < ruler - 4 || y > tall - SIDE ? null : { x: x - 2, y };
  }
  // Puts the flags to their places.
  function put() {
    for (const note of notes) {
      const place = note.place = placeOf(note);
      note.flag.hidden = !place;
      if (place) Object.assign(note.flag.style, { left: place.x + 'px', top: place.y + 'px' });
    }
    if (told) tell(told.place ? told : null);
  }
  // A line across all rows, in device pixels.
  function drawMoments(paint, colour, dpr) {
    paint.fillStyle = colour;
    paint.globalAlpha = 0.6;
    for (const note of notes)
      if (note.of === MOMENT && note.place)
        paint.fillRect(Math.round(timeline.xOf(note.begin) * dpr), timeline.ruler * dpr, Math.max(1, Math.round(dpr)), 1e5);
    paint.globalAlpha = 1;
  }
  // Opens the rows around it and moves the time, so that its flag is seen.
  function goTo(note) {
    const row = timeline.rows[note.row];
    holder.scrollIntoView({ block: 'nearest' });
    for (let up = row && row.parent; up; up = up.parent) up.expanded = true;
    timeline.layOut();
    if (note.of === EVENT && !note.line && row) {
      row.expanded = row.expandable;
      timeline.layOut();
    }
    const { begin, end, top, tall } = timeline.frame, length = end - begin;
    if (note.of !== ROW && (note.begin < begin || note.begin > end)) timeline.show(note.begin - length / 2, note.begin + length / 2);
    timeline.draw();
    if (row) timeline.reveal({ y: timeline.ruler + row.y - top, height: Math.min(row.height, tall - timeline.ruler) });
    timeline.draw();
  }

  // The pointer is elsewhere, and something else is told.
  const forget = () => { told = null; };

  return { notes, find, put, drawMoments, forget, get told() { return told; } };
};
