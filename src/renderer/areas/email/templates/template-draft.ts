/** A template by type as a draft: its subject, and its blocks as text. */
import { readValidBlocks, textsOf } from '#contract/email-template/content.ts';
import { renderBlocks } from '#contract/email-template/render.ts';
import { maxMetadataNesting } from '#contract/limits.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { Template } from '#contract/service/models/mail-models.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import { findJsonFault, type JsonFault } from '#parts/metadata/json-fault.ts';
import { fillPlaceholders, type PlaceholderProblem, placeholderProblems } from './placeholders';

export interface TemplateInput {
  readonly subject: string;
  /** The blocks as JSON. */
  readonly source: string;
}

export interface TemplateUpdate {
  readonly subject: string;
  readonly content: { readonly [name: string]: JsonValue };
}

/** Returns the value of a draft for what is stored. */
export function storedTemplate({ subject, content }: Pick<Template, 'subject' | 'content'>): JsonValue {
  return { subject, content: content as JsonValue };
}

/** Returns the part of a template that an update stores: the value of a draft. */
export function toTemplateUpdate(value: JsonValue): TemplateUpdate {
  return value as unknown as TemplateUpdate;
}

export const asTemplateInput = {
  show(value: JsonValue): TemplateInput {
    const { subject, content } = toTemplateUpdate(value);
    return { subject, source: JSON.stringify(content, null, 2) };
  },
  parse({ subject, source }: TemplateInput): JsonValue | undefined {
    if (findJsonFault(source, maxMetadataNesting) !== null) return undefined;
    const content = parseJson(source) as JsonValue;
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? { subject, content } : undefined;
  },
};

export interface TemplateProblems {
  readonly subject: readonly PlaceholderProblem[];
  /** Where the blocks aren't valid JSON. */
  readonly fault: JsonFault | null;
  /** Whether the blocks have no layout that contains them, so that there is nothing to show. */
  readonly isEmpty: boolean;
  readonly content: readonly PlaceholderProblem[];
}

/** Returns what prevents a template from being saved. */
export function templateProblems({ subject, source }: TemplateInput, known: readonly string[]): TemplateProblems {
  const inSubject = placeholderProblems(subject, known);
  const fault = findJsonFault(source, maxMetadataNesting);
  if (fault !== null) return { subject: inSubject, fault, isEmpty: false, content: [] };
  const blocks = readValidBlocks(parseJson(source));
  if (blocks === null) return { subject: inSubject, fault, isEmpty: true, content: [] };
  const inTexts = textsOf(blocks.content).flatMap((text) => placeholderProblems(text, known));
  const distinct = new Map(inTexts.map((problem) => [`${problem.kind} ${problem.text}`, problem]));
  return { subject: inSubject, fault, isEmpty: false, content: [...distinct.values()] };
}

/** Returns whether there is anything that prevents saving. */
export function hasProblems({ subject, fault, isEmpty, content }: TemplateProblems): boolean {
  return subject.length > 0 || fault !== null || isEmpty || content.length > 0;
}

export interface TemplatePreview {
  readonly html: string;
  /** IDs of blocks that can't be shown, because Latchkey doesn't know their form. */
  readonly left: readonly string[];
}

/** Returns how a template looks with sample values; null if its blocks can't be read. */
export function templatePreview(source: string, values: Readonly<Record<string, string>>): TemplatePreview | null {
  if (findJsonFault(source, maxMetadataNesting) !== null) return null;
  const read = readValidBlocks(parseJson(source));
  if (read === null) return null;
  return { html: renderBlocks(read.content, (text) => fillPlaceholders(text, values)).html, left: read.invalid };
}
