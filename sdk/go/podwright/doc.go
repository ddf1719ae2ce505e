// Pods, serverless endpoints and network volumes of RunPod, the GPU cloud, declared in any language.
package podwright
