package cloudkms

const CloudkmsScope = ""
