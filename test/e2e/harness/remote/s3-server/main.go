// The program s3-server serves one bucket as S3 from its memory. It checks the signature of every request as S3 does. For the tests it
// also returns all objects at once, to a caller that sends the secret itself.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"hash/crc32"
	"io"
	"log"
	"net/http"
	"os"

	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"
)

func main() {
	address := flag.String("address", "", "address to listen on")
	bucket := flag.String("bucket", "", "name of the bucket")
	flag.Parse()
	key, secret := os.Getenv("ACCESS_KEY"), os.Getenv("SECRET_KEY")
	stored := store{s3mem.New()}
	if err := stored.CreateBucket(context.Background(), *bucket); err != nil {
		log.Fatal(err)
	}
	s3 := gofakes3.New(stored, gofakes3.WithV4Auth(map[string]string{key: secret})).Server()
	log.Fatal(http.ListenAndServe(*address, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+secret {
			s3.ServeHTTP(w, r)
			return
		}
		objects, err := all(r.Context(), stored, *bucket)
		if err == nil {
			err = json.NewEncoder(w).Encode(objects)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})))
}

// A store keeps a checksum with every object, as S3 does. Without a checksum, Pulumi warns whenever it reads the object.
type store struct{ *s3mem.Backend }

func (s store) PutObject(ctx context.Context, bucket, key string, meta map[string]string, input io.Reader, size int64) (gofakes3.PutObjectResult, error) {
	body, err := io.ReadAll(input)
	if err != nil {
		return gofakes3.PutObjectResult{}, err
	}
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body))
	meta["X-Amz-Checksum-Crc32"] = base64.StdEncoding.EncodeToString(sum)
	return s.Backend.PutObject(ctx, bucket, key, meta, bytes.NewReader(body), size)
}

func (s store) CopyObject(ctx context.Context, fromBucket, from, toBucket, to string, meta map[string]string) (gofakes3.CopyObjectResult, error) {
	source, err := s.HeadObject(ctx, fromBucket, from)
	if err != nil {
		return gofakes3.CopyObjectResult{}, err
	}
	meta["X-Amz-Checksum-Crc32"] = source.Metadata["X-Amz-Checksum-Crc32"]
	return s.Backend.CopyObject(ctx, fromBucket, from, toBucket, to, meta)
}

// all returns the text of every object by its key.
func all(ctx context.Context, stored store, bucket string) (map[string]string, error) {
	list, err := stored.ListBucket(ctx, bucket, nil, gofakes3.ListBucketPage{})
	if err != nil {
		return nil, err
	}
	objects := map[string]string{}
	for _, each := range list.Contents {
		object, err := stored.GetObject(ctx, bucket, each.Key, nil)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(object.Contents)
		if err != nil {
			return nil, err
		}
		objects[each.Key] = string(text)
	}
	return objects, nil
}
