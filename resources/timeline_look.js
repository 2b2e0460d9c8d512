/* SPDX-License-Identifier: GPL-3.0-or-later */
// Texts, colours and pixels of the timeline of a page: what needs to know nothing of its state.
const timelineLook = (() => {
  'use strict';

  // --- texts

  const UNITS = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]];
  const grouped = text => {
    const [whole, part] = text.split('.');
    const spaced = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
    return part ? spaced + '.' + part : spaced;
  };
  function duration(ns) {
    const [unit, size] = UNITS.find(u => Math.abs(ns) >= u[1]) || UNITS[3];
    const value = ns / size;
    return grouped(value.toFixed(size === 1 ? 0 : Math.abs(value) >= 1000 ? 1 : 3)) + '\u00a0' + unit;
  }
  // A time to the ns.
  const moment = t => {
    const [unit, size] = UNITS.find(u => Math.abs(t) >= u[1]) || UNITS[3];
    return grouped((t / size).toFixed(size === 1 ? 0 : Math.round(Math.log10(size)))) + '\u00a0' + unit;
  };
  const say = (text, ...values) => text.replace(/%(\d)/g, (all, n) => n > values.length ? all : values[n - 1]);
  function amount(counter, value) {
    if (Number.isNaN(value)) return '–';
    if (counter.unit === 'bytes') {
      let unit = 0;
      for (; Math.abs(value) >= 1024 && unit < 4; unit++) value /= 1024;
      return (unit ? value.toPrecision(3) : Math.round(value)) + '\u00a0' + ['B', 'KiB', 'MiB', 'GiB', 'TiB'][unit];
    }
    return (Math.abs(value) >= 1000 ? grouped(Math.round(value).toString()) : String(+value.toPrecision(3))) +
      (counter.unit === '%' ? '\u00a0%' : '');
  }
  // Without its middle, or where little fits, without all but the begin and the number at the end.
  function shortened(text, room, widthOf) {
    const whole = widthOf(text);
    if (whole <= room) return text;
    const fits = Math.floor(text.length * room / whole) - 1;
    const number = (text.match(/\d{1,4}$/) || [''])[0];
    const cut = n => {
      if (n >= 24) return text.slice(0, Math.ceil(n / 2)) + '…' + text.slice(text.length - Math.floor(n / 2));
      const tail = n - number.length >= 3 ? number : '';
      return n - tail.length >= 3 ? text.slice(0, n - tail.length) + '…' + tail : '';
    };
    for (let n = fits; n >= 3; n--) {
      const made = cut(n);
      if (made && widthOf(made) <= room) return made;
    }
    return '';
  }


  // Round times from begin to end that are at least `least` apart, and how each is written.
  function ticks(begin, end, least) {
    let step = 1;
    for (let i = 0; step < least; i++) step *= i % 3 === 1 ? 2.5 : 2;
    const times = [];
    for (let t = Math.ceil(begin / step) * step; t <= end; t += step) times.push(t);
    // Labels that would share many digits are counted from a round time before them.
    const [unit, size] = UNITS.find(u => step >= u[1]) || UNITS[3];
    const anchor = begin / step > 10000 ? Math.floor(begin / (size * 1000)) * size * 1000 : 0;
    const base = UNITS.find(u => anchor % u[1] === 0) || UNITS[3];
    return { times, anchor: anchor ? grouped(String(anchor / base[1])) + '\u00a0' + base[0] : '',
      label: t => (anchor ? '+' : '') + grouped(String(Math.round((t - anchor) / size))) + '\u00a0' + unit };
  }

  // --- colours

  const channels = colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
  function mixed(a, b, amount) {
    const to = channels(b);
    return '#' + channels(a).map((x, i) => Math.round(x + (to[i] - x) * amount).toString(16).padStart(2, '0')).join('');
  }
  // A tile of 8 x 8 pixels of the textures that the window has.
  function tile(colour, dots) {
    const made = document.createElement('canvas'), of = made.getContext('2d');
    made.width = made.height = 8;
    of.fillStyle = colour;
    for (let y = 0; y < 8; y++)
      for (let x = 0; x < 8; x++)
        if (dots ? x % 4 === 0 && (y + (x >> 2 & 1) * 2) % 4 === 0 : (x + y) % 8 < 2) of.fillRect(x, y, 1, 1);
    return made;
  }

  // --- pixels

  // How busy each pixel of a line is, and with what most.
  class Cover {
    constructor() { this.resize(1); }
    get width() { return this.busy.length; }
    resize(n) {
      if (this.busy && this.busy.length === n) return;
      this.busy = new Float32Array(n);
      this.best = new Float32Array(n);
      this.name = new Uint32Array(n);
      this.owner = new Int32Array(n);
    }
    clear() {
      this.busy.fill(0);
      this.best.fill(0);
    }
    // `share` of the pixels [x0, x1) is busy with `name`.
    add(x0, x1, share, name) {
      const n = this.width;
      if (x1 <= 0 || x0 >= n) return;
      if (x1 - x0 < 0.02) x1 = x0 + 0.02;  // whatever exists is seen
      for (let x = Math.max(0, Math.floor(x0)); x < Math.min(n, x1); x++) {
        const part = (Math.min(x1, x + 1) - Math.max(x0, x)) * share;
        this.busy[x] += part;
        if (part <= this.best[x]) continue;
        this.best[x] = part;
        this.name[x] = name;
      }
    }
    // Calls draw(x0, x1, level, name) where something is; level is at most `height`.
    levels(height, draw) {
      const levelOf = x => this.busy[x] > 0 ? Math.max(1, Math.round(height * Math.min(1, this.busy[x]))) : 0;
      for (let x = 0; x < this.width;) {
        const from = x, level = levelOf(x), name = this.name[x];
        while (x < this.width && levelOf(x) === level && (level === 0 || this.name[x] === name)) x++;
        if (level) draw(from, x, level, name);
      }
    }
    // Where bars of several lanes overlap the shortest one is on top; what remains of the others.
    visibleParts(bars) {
      const owner = this.owner.fill(-1), parts = [];
      for (const i of bars.map((b, at) => at).sort((a, b) => bars[b].length - bars[a].length))
        owner.fill(i, Math.max(0, bars[i].x0), Math.max(0, bars[i].x1));
      for (let x = 0; x < owner.length;) {
        const i = owner[x], from = x;
        while (x < owner.length && owner[x] === i) x++;
        if (i >= 0) parts.push(Object.assign({}, bars[i], { x0: from || Math.min(bars[i].x0, 0), x1: x }));
      }
      return parts;
    }
  }

  return { duration, moment, say, amount, shortened, ticks, mixed, tile, Cover };
})();
