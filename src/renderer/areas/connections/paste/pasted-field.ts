import type { KeyKind } from '#lib/rules/project-keys.ts';

/** A field of a project that pasted text can contain. */
export type PastedField = 'baseUrl' | 'projectId' | KeyKind;
