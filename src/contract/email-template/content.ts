/**
 * Schema of template content: blocks by ID with `root` as the layout (wire/endpoints 9.2). Rejects values that could escape from
 * their place in the HTML.
 */
import { z } from 'zod';

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .nullish();
const pixels = z.number().min(0).max(10_000);
const alignment = z.enum(['left', 'center', 'right']).nullish();

/** Font stacks by name. */
export const fontStacks = {
  MODERN_SANS: "'Helvetica Neue', Arial, sans-serif",
  BOOK_SANS: 'Optima, Candara, source-sans-pro, sans-serif',
  ORGANIC_SANS: 'Seravek, Ubuntu, Calibri, sans-serif',
  GEOMETRIC_SANS: 'Avenir, Montserrat, Corbel, sans-serif',
  HEAVY_SANS: "Bahnschrift, 'Franklin Gothic Medium', 'Arial Narrow', sans-serif",
  ROUNDED_SANS: "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, sans-serif",
  MODERN_SERIF: "Charter, 'Bitstream Charter', Cambria, serif",
  BOOK_SERIF: "'Iowan Old Style', 'Palatino Linotype', serif",
  MONOSPACE: "'Nimbus Mono PS', 'Courier New', monospace",
} as const;

type FontName = keyof typeof fontStacks;
const fontFamily = z.enum(Object.keys(fontStacks) as [FontName, ...FontName[]]).nullish();

const style = z
  .object({
    color,
    backgroundColor: color,
    borderColor: color,
    borderRadius: pixels.nullish(),
    fontSize: pixels.nullish(),
    fontFamily,
    fontWeight: z.enum(['normal', 'bold']).nullish(),
    textAlign: alignment,
    padding: z.object({ top: pixels, bottom: pixels, right: pixels, left: pixels }).nullish(),
  })
  .nullish();

const childrenIds = z.array(z.string()).nullish();
const text = z.string().nullish();

const blockType = <T extends string, D extends z.ZodType>(type: T, data: D) => z.object({ type: z.literal(type), data });
const styled = <P extends z.ZodRawShape>(props: P) => z.object({ style, props: z.object(props).nullish() });

const block = z.discriminatedUnion('type', [
  blockType(
    'EmailLayout',
    z.object({
      backdropColor: color,
      borderColor: color,
      borderRadius: pixels.nullish(),
      canvasColor: color,
      textColor: color,
      fontFamily,
      childrenIds,
    }),
  ),
  blockType('Container', styled({ childrenIds })),
  blockType(
    'ColumnsContainer',
    styled({
      columnsCount: z.union([z.literal(2), z.literal(3)]).nullish(),
      columnsGap: pixels.nullish(),
      contentAlignment: z.enum(['top', 'middle', 'bottom']).nullish(),
      columns: z.array(z.object({ childrenIds })).max(3).nullish(),
    }),
  ),
  blockType('Heading', styled({ text, level: z.enum(['h1', 'h2', 'h3']).nullish() })),
  blockType('Text', styled({ text })),
  blockType(
    'Button',
    styled({
      text,
      url: text,
      buttonBackgroundColor: color,
      buttonTextColor: color,
      buttonStyle: z.enum(['rectangle', 'pill', 'rounded']).nullish(),
      fullWidth: z.boolean().nullish(),
      size: z.enum(['x-small', 'small', 'medium', 'large']).nullish(),
    }),
  ),
  blockType('Image', styled({ url: text, alt: text, linkHref: text, width: pixels.nullish(), height: pixels.nullish() })),
  blockType('Divider', styled({ lineColor: color, lineHeight: pixels.nullish() })),
  blockType('Spacer', styled({ height: pixels.nullish() })),
]);

export type Block = z.output<typeof block>;
export type BlockOf<T extends Block['type']> = Extract<Block, { readonly type: T }>;
export type Style = z.output<typeof style>;

/** Blocks by ID. */
export type Content = ReadonlyMap<string, Block>;

const blocks = z.record(z.string(), block);

/** Maximum number of blocks that are read one by one. */
const maxBlocks = 1000;

/**
 * Parses the blocks of a template's content one by one, and leaves out those that aren't valid. The blocks may be used twice, or not at
 * all. Returns null without a layout at the root, or for more than {@link maxBlocks}.
 */
export function readValidBlocks(sent: unknown): { readonly content: Content; readonly invalid: readonly string[] } | null {
  const parts = z.record(z.string(), z.unknown()).safeParse(sent);
  const entries = parts.success ? Object.entries(parts.data) : [];
  if (entries.length > maxBlocks) return null;
  const read = entries.map(([id, part]) => ({ id, part: block.safeParse(part) }));
  const content = new Map(read.flatMap(({ id, part }) => (part.success ? [[id, part.data] as const] : [])));
  if (content.get('root')?.type !== 'EmailLayout') return null;
  return { content, invalid: read.filter(({ part }) => !part.success).map(({ id }) => id) };
}

/** Maximum nesting depth of blocks. Rejects malicious input; real templates stay far below it. */
const maxDepth = 40;

/**
 * Parses a template's content. Returns null if it isn't valid: an unknown or invalid block, no layout at the root, or a child that
 * is missing or used twice.
 */
export function readContent(sent: unknown): Content | null {
  const read = blocks.safeParse(sent);
  if (!read.success) return null;
  const content = new Map(Object.entries(read.data));
  return content.get('root')?.type === 'EmailLayout' && isTree(content) ? content : null;
}

function isTree(content: Content): boolean {
  const seen = new Set<string>();
  const visit = (id: string, depth: number): boolean => {
    const found = content.get(id);
    if (found === undefined || seen.has(id) || depth > maxDepth || (found.type === 'EmailLayout') !== (id === 'root')) return false;
    seen.add(id);
    return childrenOf(found).every((child) => visit(child, depth + 1));
  };
  return visit('root', 0);
}

/** Returns the IDs of a block's children in all its columns. */
function childrenOf({ type, data }: Block): readonly string[] {
  if (type === 'EmailLayout') return data.childrenIds ?? [];
  if (type === 'Container') return data.props?.childrenIds ?? [];
  if (type === 'ColumnsContainer') return (data.props?.columns ?? []).flatMap((column) => column.childrenIds ?? []);
  return [];
}

/** Returns all texts of a content that can contain placeholders. */
export function textsOf(content: Content): string[] {
  return [...content.values()].flatMap((found) => {
    if (found.type === 'Heading' || found.type === 'Text') return [found.data.props?.text ?? ''];
    if (found.type === 'Button') return [found.data.props?.text ?? '', found.data.props?.url ?? ''];
    if (found.type === 'Image') return [found.data.props?.url ?? '', found.data.props?.alt ?? '', found.data.props?.linkHref ?? ''];
    return [];
  });
}
