/** The pictures that a document contains as `data:` URLs, moved out of it, so that its frame shows only those that were checked. */
import { maxPicturePixels } from '../../contract/limits';
import { type Picture, pictureOf } from '../../contract/pictures/picture';

export interface WithPictures {
  readonly html: string;
  readonly pictures: readonly Picture[];
}

/** As documents contain them. Other ways of writing one are blocked by the policy of the frame. */
const dataPicture = /data:image\/[\w.+-]+(?:;[\w.=-]+)*;base64,[A-Za-z0-9+/]+={0,2}/gi;

/**
 * Returns a document in which each picture has an address below `path`, and the pictures in this order. What isn't a picture that may be decoded
 * stays as it is, and what together has too many pixels as well.
 */
export function takePictures(html: string, path: string): WithPictures {
  const pictures: Picture[] = [];
  let pixels = 0;
  const replaced = html.replace(dataPicture, (url) => {
    const picture = pictureOf(url);
    if (picture === null) return url;
    pixels += picture.width * picture.height * picture.frames;
    return pixels > maxPicturePixels ? url : `${path}/${pictures.push(picture) - 1}`;
  });
  return { html: replaced, pictures };
}
