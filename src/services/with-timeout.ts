/** Settles as `work` does, or rejects when it has not settled after `milliseconds`. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
