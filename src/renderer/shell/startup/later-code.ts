import { addTexts } from '../../../messages/translator';

let loading: Promise<void> | undefined;

/** Loads the texts that the first script doesn't have, once. */
async function loadTexts(): Promise<void> {
  loading ??= import('../../../messages/en.json?later').then((module) => addTexts(module.default));
  try {
    await loading;
  } catch (thrown) {
    loading = undefined;
    throw thrown;
  }
}

/** Returns a function that imports code together with its texts. */
export function withTexts<M>(read: () => Promise<M>): () => Promise<M> {
  return async () => {
    const [module] = await Promise.all([read(), loadTexts()]);
    return module;
  };
}
