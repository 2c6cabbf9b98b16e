/** Renders a template's blocks as HTML and plain text. */
import { parseUrl } from '../urls';
import { type Block, type BlockOf, type Content, fontStacks, type Style } from './content';

/** Escaping for generated HTML of emails. */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Returns the URL if emails may link to it, otherwise `#`. */
function safeUrl(text: string): string {
  const allowed = ['http:', 'https:', 'mailto:'].includes(parseUrl(text)?.protocol ?? '');
  return allowed ? text : '#';
}

type Declarations = Readonly<Record<string, string | number | null | undefined>>;

/** Returns a style attribute with the declarations that have a value. Numbers are pixels. */
function styleAttribute(declarations: Declarations): string {
  const given = Object.entries(declarations).filter(([, value]) => value !== null && value !== undefined);
  const css = given.map(([name, value]) => `${name}:${typeof value === 'number' ? `${value}px` : value}`).join(';');
  return css === '' ? '' : ` style="${escapeHtml(css)}"`;
}

export interface Rendered {
  readonly html: string;
  readonly text: string;
}

/**
 * Renders a content, its texts filled by `fill`: escaped in HTML, verbatim in plain text. A block that is used twice is rendered once, and
 * one that is missing not at all. Throws what `fill` throws.
 */
export function renderBlocks(content: Content, fill: (text: string) => string): Rendered {
  const root = content.get('root');
  if (root?.type !== 'EmailLayout') throw new TypeError('A content has a layout at its root.');
  const context: RenderContext = { content, seen: new Set(), fill: (text) => fill(text ?? '') };
  const { html, text } = inside(context, root.data.childrenIds);
  return { html: page(root, html), text: `${text.replace(/\n{3,}/g, '\n\n').trim()}\n` };
}

interface RenderContext {
  readonly content: Content;
  readonly seen: Set<string>;
  readonly fill: (text: string | null | undefined) => string;
}

function inside(context: RenderContext, ids: readonly string[] | null | undefined): Rendered {
  const parts = (ids ?? []).flatMap((id) => {
    const found = context.content.get(id);
    if (found === undefined || context.seen.has(id)) return [];
    context.seen.add(id);
    return [renderBlock(context, found)];
  });
  return { html: parts.map(({ html }) => html).join(''), text: parts.map(({ text }) => text).join('\n\n') };
}

function renderBlock(context: RenderContext, block: Block): Rendered {
  switch (block.type) {
    case 'EmailLayout':
      return { html: '', text: '' };
    case 'Container': {
      const { html, text } = inside(context, block.data.props?.childrenIds);
      return { html: `<div${styleOf(block.data.style)}>${html}</div>`, text };
    }
    case 'ColumnsContainer':
      return columns(context, block);
    case 'Heading': {
      const { level = null, text = null } = block.data.props ?? {};
      const filled = context.fill(text);
      const tag = level ?? 'h2';
      return { html: `<${tag}${styleOf(block.data.style, { margin: '0' })}>${escapeHtml(filled)}</${tag}>`, text: filled };
    }
    case 'Text': {
      const filled = context.fill(block.data.props?.text);
      return { html: `<div${styleOf(block.data.style)}>${escapeHtml(filled).replaceAll('\n', '<br>')}</div>`, text: filled };
    }
    case 'Button':
      return button(context, block);
    case 'Image':
      return image(context, block);
    case 'Divider': {
      const { lineColor, lineHeight } = block.data.props ?? {};
      const line = `${lineHeight ?? 1}px solid ${lineColor ?? '#333333'}`;
      return {
        html: `<div${styleOf(block.data.style)}><hr${styleAttribute({ border: '0', 'border-top': line, margin: '0' })}></div>`,
        text: '--',
      };
    }
    case 'Spacer':
      return { html: `<div${styleAttribute({ height: block.data.props?.height ?? 16 })}></div>`, text: '' };
  }
}

function columns(context: RenderContext, { data: { style, props } }: BlockOf<'ColumnsContainer'>): Rendered {
  const shown = (props?.columns ?? []).slice(0, props?.columnsCount ?? 2).map((column) => inside(context, column.childrenIds));
  const gap = (props?.columnsGap ?? 0) / 2;
  const cell = styleAttribute({ 'vertical-align': props?.contentAlignment ?? 'middle', padding: `0 ${gap}px` });
  const cells = shown.map(({ html }) => `<td${cell}>${html}</td>`).join('');
  return {
    html: `<div${styleOf(style)}><table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tbody><tr>${cells}</tr></tbody></table></div>`,
    text: shown.map(({ text }) => text).join('\n\n'),
  };
}

const buttonPadding = { 'x-small': '4px 8px', small: '8px 12px', medium: '12px 20px', large: '16px 32px' };
const buttonRadius = { rectangle: 0, rounded: 4, pill: 64 };

function button(context: RenderContext, { data: { style, props } }: BlockOf<'Button'>): Rendered {
  const url = safeUrl(context.fill(props?.url));
  const label = context.fill(props?.text);
  const look = styleAttribute({
    display: props?.fullWidth ? 'block' : 'inline-block',
    'background-color': props?.buttonBackgroundColor ?? '#999999',
    color: props?.buttonTextColor ?? '#FFFFFF',
    'border-radius': buttonRadius[props?.buttonStyle ?? 'rounded'],
    padding: buttonPadding[props?.size ?? 'medium'],
    'text-decoration': 'none',
  });
  return {
    html: `<div${styleOf(style)}><a href="${escapeHtml(url)}" target="_blank"${look}>${escapeHtml(label)}</a></div>`,
    text: `${label}: ${url}`,
  };
}

function image(context: RenderContext, { data: { style, props } }: BlockOf<'Image'>): Rendered {
  const alt = context.fill(props?.alt);
  const size = styleAttribute({ width: props?.width, height: props?.height, 'max-width': '100%' });
  const picture = `<img src="${escapeHtml(safeUrl(context.fill(props?.url)))}" alt="${escapeHtml(alt)}"${size}>`;
  const link = context.fill(props?.linkHref);
  return {
    html: `<div${styleOf(style)}>${link === '' ? picture : `<a href="${escapeHtml(safeUrl(link))}">${picture}</a>`}</div>`,
    text: alt,
  };
}

function styleOf(style: Style, more: Readonly<Record<string, string>> = {}): string {
  const { padding, fontFamily } = style ?? {};
  return styleAttribute({
    color: style?.color,
    'background-color': style?.backgroundColor,
    border: style?.borderColor ? `1px solid ${style.borderColor}` : null,
    'border-radius': style?.borderRadius,
    'font-size': style?.fontSize,
    'font-family': fontFamily ? fontStacks[fontFamily] : null,
    'font-weight': style?.fontWeight,
    'text-align': style?.textAlign,
    padding: padding ? `${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px` : null,
    ...more,
  });
}

function page({ data }: BlockOf<'EmailLayout'>, html: string): string {
  const backdrop = styleAttribute({ margin: '0', padding: '32px 0', 'background-color': data.backdropColor ?? '#F5F5F5' });
  const canvas = styleAttribute({
    margin: '0 auto',
    'max-width': 600,
    'background-color': data.canvasColor ?? '#FFFFFF',
    color: data.textColor ?? '#262626',
    'font-family': fontStacks[data.fontFamily ?? 'MODERN_SANS'],
    'font-size': 16,
    border: data.borderColor ? `1px solid ${data.borderColor}` : null,
    'border-radius': data.borderRadius,
  });
  return `<!doctype html><html><head><meta charset="utf-8"></head><body${backdrop}><div${canvas}>${html}</div></body></html>`;
}
