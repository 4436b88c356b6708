const sidePx = 256;

/**
 * The middle of a picture as a small JPEG, whatever it was: a photo from a phone is megabytes, and
 * tells where it was taken. Null for what this browser cannot show.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const { width, height } = picture;
  const side = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const ink = canvas.getContext('2d');
  if (!ink) return null;
  // What is clear in the picture would turn black in a JPEG.
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, sidePx, sidePx);
  ink.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, sidePx, sidePx);
  picture.close();
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.86);
  });
}
