import type { Side } from '#contract/bridge/configuration.ts';

interface ChosenFile {
  readonly name: string;
  readonly text: string;
  readonly isPasted: boolean;
  /** The connection that follows it, whose main process reads it again for each comparison. */
  readonly followedBy?: string;
}

/** A side as it is chosen: both kinds are kept, so that changing the kind loses nothing. */
export interface ChosenSide {
  readonly kind: 'project' | 'file';
  /** Empty until one is chosen. */
  readonly connectionId: string;
  /** One that was chosen or dropped, or a text that was pasted. */
  readonly file: ChosenFile | null;
}

export const emptySide: ChosenSide = { kind: 'project', connectionId: '', file: null };

/** Returns the side for a call; null while it isn't chosen. */
export function requestedSide({ kind, connectionId, file }: ChosenSide): Side | null {
  if (kind === 'file') return file === null ? null : { kind, text: file.text };
  return connectionId === '' ? null : { kind, connectionId };
}
