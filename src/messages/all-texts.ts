/** Imported by the main process: all languages at once. The renderer loads the one that it shows. */
import de from './de.json';
import ja from './ja.json';
import { pseudoMessage } from './pseudo';
import { addPseudoLanguage, addTexts } from './translator';

addTexts('de', de);
addTexts('ja', ja);
addPseudoLanguage(pseudoMessage);
