/** The image that a user chooses or drops, before it is used. */
import { useState } from 'react';
import { type ImageProblem, type ReadImage, readImage } from './read-image';

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
