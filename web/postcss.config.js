// Text keeps to the size that people set in their browser: sizes are written in pixels, as the design
// gives them, and leave here in rem. Spaces and borders stay as they are.
const PIXELS_PER_REM = 16;
const TEXT = new Set(['font-size', 'line-height', 'font']);

const textInRem = {
  postcssPlugin: 'text-in-rem',
  Declaration(declaration) {
    if (!TEXT.has(declaration.prop) || !declaration.value.includes('px')) return;
    declaration.value = declaration.value.replaceAll(
      /(\d*\.?\d+)px\b/g,
      (_, pixels) => `${Number(pixels) / PIXELS_PER_REM}rem`,
    );
  },
};

// The tool takes only this form.
// oxlint-disable-next-line import/no-default-export
export default { plugins: [textInRem] };
