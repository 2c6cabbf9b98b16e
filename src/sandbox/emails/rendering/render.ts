import type { Content } from '#contract/email-template/content.ts';
import { type Rendered, renderBlocks } from '#contract/email-template/render.ts';
import { fillPlaceholders, type Values } from './placeholders';

/** Renders a content with its placeholders filled: escaped in HTML, verbatim in plain text. Throws `InvalidTemplate`. */
export function renderContent(content: Content, values: Values): Rendered {
  return renderBlocks(content, (text) => fillPlaceholders(text, values));
}
