/** A linear model over a vector: each label has a weight for each number, and a bias. */
export interface DenseModel {
  labels: readonly string[];
  /** The weights of the first label, its bias, the weights of the second label … */
  weights: Float32Array;
}

/** Returns the score of each label: above 0, the label is more likely true than not. */
export function denseScores({ labels, weights }: DenseModel, vector: Float32Array): Float64Array {
  const width = vector.length + 1;
  return Float64Array.from(labels, (_, label) => {
    let sum = weights[label * width + vector.length]!;
    for (let at = 0; at < vector.length; at += 1) sum += weights[label * width + at]! * vector[at]!;
    return sum;
  });
}
