// The program of every end-to-end stack under the dynamic host: declares a list of resources and returns its outputs.
exports.declare = (podwright, { resources, outputs }) => {
  const declared = {};

  // "${volume.id}" stands for another resource's output, at any depth.
  function resolve(value) {
    if (typeof value === "string") {
      const reference = /^\$\{(\w[\w-]*)\.(\w+)\}$/.exec(value);
      return reference === null ? value : declared[reference[1]][reference[2]];
    }
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  }

  for (const { kind, name, args, options = {} } of resources) {
    const opts = { ...options };
    for (const option of ["dependsOn", "replaceWith"])
      if (option in opts) opts[option] = opts[option].map((other) => declared[other]);
    declared[name] = new podwright[kind](name, resolve(args), opts);
  }
  return resolve(outputs);
};
