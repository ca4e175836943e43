/** The number of requests to a model, and of the tokens that they used. */
export interface ModelCost {
  calls: number;
  tokens: number;
}
