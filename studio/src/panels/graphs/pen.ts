// What graphs draw with: a canvas, or a picture as SVG that receives the same calls.

export type Pen = Pick<CanvasRenderingContext2D,
  'font' | 'textAlign' | 'textBaseline' | 'lineWidth' | 'strokeStyle' | 'fillStyle' | 'globalAlpha' | 'lineJoin' | 'lineCap'
  | 'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'arc' | 'rect' | 'roundRect' | 'clip' | 'save' | 'restore' | 'fill' | 'stroke'
  | 'fillRect' | 'strokeRect' | 'fillText' | 'measureText' | 'setLineDash'>;

type Paint = string | CanvasGradient | CanvasPattern;

interface Kept {
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  lineWidth: number;
  strokeStyle: Paint;
  fillStyle: Paint;
  globalAlpha: number;
  lineJoin: CanvasLineJoin;
  lineCap: CanvasLineCap;
  dash: readonly number[];
  clip: string;
}

const first = (): Kept => ({
  font: '400 12px sans-serif', textAlign: 'start', textBaseline: 'alphabetic', lineWidth: 1, strokeStyle: '#000', fillStyle: '#000', globalAlpha: 1,
  lineJoin: 'miter', lineCap: 'butt', dash: [], clip: '',
});

const short = (value: number): string => String(Math.round(100 * value) / 100);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
const ANCHORS: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end', end: 'end' };

/** Collects drawing calls as the elements of an SVG picture. */
export class SvgPen implements Pen {
  private kept = first();
  private readonly stack: Kept[] = [];
  private path = '';
  private readonly parts: string[] = [];
  private readonly definitions: string[] = [];
  private readonly hatches = new Map<string, string>();
  private clips = 0;
  private readonly measure: (text: string, font: string) => TextMetrics;

  /** `measure` gives the size of a text in a font; a canvas can say it. */
  constructor(measure: (text: string, font: string) => TextMetrics) {
    this.measure = measure;
  }

  get font(): string { return this.kept.font; }
  set font(value: string) { this.kept.font = value; }
  get textAlign(): CanvasTextAlign { return this.kept.textAlign; }
  set textAlign(value: CanvasTextAlign) { this.kept.textAlign = value; }
  get textBaseline(): CanvasTextBaseline { return this.kept.textBaseline; }
  set textBaseline(value: CanvasTextBaseline) { this.kept.textBaseline = value; }
  get lineWidth(): number { return this.kept.lineWidth; }
  set lineWidth(value: number) { this.kept.lineWidth = value; }
  get strokeStyle(): Paint { return this.kept.strokeStyle; }
  set strokeStyle(value: Paint) { this.kept.strokeStyle = value; }
  get fillStyle(): Paint { return this.kept.fillStyle; }
  set fillStyle(value: Paint) { this.kept.fillStyle = value; }
  get globalAlpha(): number { return this.kept.globalAlpha; }
  set globalAlpha(value: number) { this.kept.globalAlpha = value; }
  get lineJoin(): CanvasLineJoin { return this.kept.lineJoin; }
  set lineJoin(value: CanvasLineJoin) { this.kept.lineJoin = value; }
  get lineCap(): CanvasLineCap { return this.kept.lineCap; }
  set lineCap(value: CanvasLineCap) { this.kept.lineCap = value; }

  save(): void { this.stack.push({ ...this.kept }); }
  restore(): void { this.kept = this.stack.pop() ?? this.kept; }
  setLineDash(dash: Iterable<number>): void { this.kept.dash = [...dash]; }

  beginPath(): void { this.path = ''; }
  moveTo(x: number, y: number): void { this.path += `M${short(x)} ${short(y)}`; }
  lineTo(x: number, y: number): void { this.path += `${this.path ? 'L' : 'M'}${short(x)} ${short(y)}`; }
  closePath(): void { this.path += 'Z'; }

  /** Whole circles only: graphs draw no others. */
  arc(x: number, y: number, radius: number): void {
    const r = short(radius);
    this.path += `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(2 * radius)} 0a${r} ${r} 0 1 0 ${short(-2 * radius)} 0Z`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }

  roundRect(x: number, y: number, width: number, height: number, radii?: number | DOMPointInit | Iterable<number | DOMPointInit>): void {
    const r = Math.min(typeof radii === 'number' ? radii : 0, width / 2, height / 2), s = short(r);
    const corner = (dx: number, dy: number): string => `a${s} ${s} 0 0 1 ${short(dx)} ${short(dy)}`;
    this.path += `M${short(x + r)} ${short(y)}h${short(width - 2 * r)}${corner(r, r)}v${short(height - 2 * r)}${corner(-r, r)}h${short(2 * r - width)}${corner(-r, -r)}v${short(2 * r - height)}${corner(r, -r)}Z`;
  }

  clip(): void {
    this.clips += 1;
    const name = `clip${this.clips}`;
    const outer = this.kept.clip ? ` clip-path="url(#${this.kept.clip})"` : '';
    this.definitions.push(`<clipPath id="${name}"${outer}><path d="${this.path}"/></clipPath>`);
    this.kept.clip = name;
  }

  fill(): void { this.add(this.path, this.paint(this.kept.fillStyle), 'none'); }
  stroke(): void { this.add(this.path, 'none', this.paint(this.kept.strokeStyle)); }

  fillRect(x: number, y: number, width: number, height: number): void { this.box(x, y, width, height, true); }
  strokeRect(x: number, y: number, width: number, height: number): void { this.box(x, y, width, height, false); }

  fillText(text: string, x: number, y: number, widest?: number): void {
    const { font, textAlign, textBaseline } = this.kept;
    const [, weight = '400', size = '12', family = 'sans-serif'] = /^(\d+) ([\d.]+)px (.*)$/.exec(font) ?? [];
    const wide = widest !== undefined && widest > 0 && this.measureText(text).width > widest ? ` textLength="${short(widest)}" lengthAdjust="spacingAndGlyphs"` : '';
    // Middle of the small letters, as a canvas has it.
    const down = textBaseline === 'middle' ? 0.36 * Number(size) : 0;
    this.parts.push(`<text x="${short(x)}" y="${short(y + down)}" font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}"`
      + ` text-anchor="${ANCHORS[textAlign] ?? 'start'}" fill="${this.paint(this.kept.fillStyle)}"${wide}${this.shared()}>${escaped(text)}</text>`);
  }

  measureText(text: string): TextMetrics { return this.measure(text, this.kept.font); }

  /** A fill of diagonal lines. */
  hatch(colour: string): string {
    const known = this.hatches.get(colour);
    if (known) return known;
    const name = `hatch${this.hatches.size + 1}`;
    this.definitions.push(`<pattern id="${name}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M-1 1 1-1M0 6 6 0M5 7 7 5" stroke="${escaped(colour)}"/></pattern>`);
    this.hatches.set(colour, `url(#${name})`);
    return `url(#${name})`;
  }

  /** The whole picture. */
  picture(width: number, height: number, background: string, title: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}" role="img">\n`
      + `<title>${escaped(title)}</title>\n<defs>${this.definitions.join('')}</defs>\n<rect width="100%" height="100%" fill="${escaped(background)}"/>\n${this.parts.join('\n')}\n</svg>\n`;
  }

  private box(x: number, y: number, width: number, height: number, filled: boolean): void {
    const before = this.path;
    this.path = '';
    this.rect(x, y, width, height);
    if (filled) this.fill();
    else this.stroke();
    this.path = before;
  }

  private paint(paint: Paint): string { return typeof paint === 'string' ? escaped(paint) : 'none'; }

  private shared(): string {
    const { globalAlpha, clip } = this.kept;
    return `${globalAlpha < 1 ? ` opacity="${short(globalAlpha)}"` : ''}${clip ? ` clip-path="url(#${clip})"` : ''}`;
  }

  private add(path: string, fill: string, stroke: string): void {
    if (path === '') return;
    const { lineWidth, lineJoin, lineCap, dash } = this.kept;
    const line = stroke === 'none' ? '' : ` stroke="${stroke}" stroke-width="${short(lineWidth)}"${lineJoin === 'miter' ? '' : ` stroke-linejoin="${lineJoin}"`}`
      + `${lineCap === 'butt' ? '' : ` stroke-linecap="${lineCap}"`}${dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : ''}`;
    this.parts.push(`<path d="${path}" fill="${fill}"${line}${this.shared()}/>`);
  }
}
