// Words of what is taken along, in English.
export const take = {
  vector: 'Picture (.svg)', gif: 'Animation (.gif)', gltf: 'Mesh in motion (.glb)', still: 'Mesh (.glb)',
  making: (done: number, all: number) => `Making the animation: ${done} of ${all} pictures`, stop: 'Stop',
  nothing: 'nothing has moved yet: press Play first',
  commands: { svg: 'Save a picture as SVG', gif: 'Save what was recorded as a GIF', glb: 'Save as glTF, with the motion where there is one' },
};
