import type { CropperProps } from './cropper';
import styles from './image.module.css';

/** Shows the middle of the image, which is what is kept unless another part is chosen. */
export function CenteredCrop({ url }: CropperProps) {
  return <img className={styles.centered} src={url} alt="" />;
}
