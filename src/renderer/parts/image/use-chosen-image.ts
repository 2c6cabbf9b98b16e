/** The image that a user chooses or drops, before it is used. */

import { useState } from 'react';
import { maxImageFileBytes } from '#contract/limits.ts';
import { checkPicture, type PictureProblem } from '#contract/pictures/picture.ts';

/** Reads a chosen file into an image that can be cropped. */
type ImageProblem = 'empty' | 'too-large' | PictureProblem;

export interface ReadImage {
  /** The first frame as a `data:` URL, upright, at most 2048 pixels a side. */
  readonly url: string;
  readonly bitmap: HTMLCanvasElement;
  readonly isAnimated: boolean;
}

const maxSide = 2048;

/** Returns why a file can't be used, judging by its size. */
function problemOfSize(bytes: number): ImageProblem | null {
  if (bytes === 0) return 'empty';
  return bytes > maxImageFileBytes ? 'too-large' : null;
}

/** Reads a file, or returns why it can't be used. */
async function readImage(file: File): Promise<ReadImage | ImageProblem> {
  const problem = problemOfSize(file.size);
  if (problem !== null) return problem;
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  // A folder, or a file that was deleted in the meantime.
  if (bytes === null) return 'unreadable';
  const header = checkPicture(bytes);
  if (typeof header === 'string') return header;
  const decoded = await createImageBitmap(new Blob([bytes], { type: `image/${header.kind}` })).catch(() => null);
  if (decoded === null) return 'unreadable';
  const scale = Math.min(1, maxSide / Math.max(decoded.width, decoded.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(decoded.width * scale));
  canvas.height = Math.max(1, Math.round(decoded.height * scale));
  const context = canvas.getContext('2d');
  context?.drawImage(decoded, 0, 0, canvas.width, canvas.height);
  decoded.close();
  return context === null ? 'unreadable' : { url: canvas.toDataURL(), bitmap: canvas, isAnimated: header.frames > 1 };
}

/** Why the chosen files can't be used. */
export type ChosenProblem = ImageProblem | 'several';

interface ChosenImage {
  readonly image: ReadImage | null;
  readonly problem: ChosenProblem | null;
  readonly isReading: boolean;
}

const none: ChosenImage = { image: null, problem: null, isReading: false };

/** Returns the image that was read last, or why it can't be used, with functions that read files and forget the image. */
export function useChosenImage() {
  const [state, setState] = useState(none);
  return {
    ...state,
    clear: () => setState(none),
    read: async (files: readonly File[]) => {
      const [file] = files;
      if (file === undefined || state.isReading) return;
      if (files.length > 1) return setState({ ...none, problem: 'several' });
      setState({ ...none, isReading: true });
      const result = await readImage(file);
      setState(typeof result === 'string' ? { ...none, problem: result } : { ...none, image: result });
    },
  };
}
