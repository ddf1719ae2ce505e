// Pods and serverless endpoints of a GPU and CPU cloud, declared in any language.
package podwright
