import type { KeyKind } from '../form/connection-values';

/** A field of a project that pasted text can contain. */
export type PastedField = 'baseUrl' | 'projectId' | KeyKind;
