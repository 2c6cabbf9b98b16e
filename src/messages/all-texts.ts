/** Imported by the main process: all languages at once. The renderer loads the one that it shows. */
import de from './de.json';
import ja from './ja.json';
import { addTexts } from './translator';

addTexts('de', de);
addTexts('ja', ja);
